begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql

-- An array of PostgreSQL may have several dimensions, or begin elsewhere than at 1. Given two
-- leases; when they are completed with such outputs; then each execution gets its own output, or
-- the call is refused
create function pg_temp.complete_two(p_lane_id text, p_outputs jsonb[], p_results bytea[])
returns text
language plpgsql
as $complete_two$
declare
    v_handles text[];
begin
    perform flowfabric.ff_create_execution(p_lane_id, n::text::jsonb, p_priority => 9 - n)
    from generate_series(1, 2) as n;
    v_handles := array(select c.handle from flowfabric.ff_claim_batch(p_lane_id, 'a', 'a-1',
    2) as c);
    if pg_temp.refusal(
        format('select * from flowfabric.ff_complete_batch(%L, %L, %L)', v_handles, p_outputs,
        p_results)
    ) <> 'nothing'
    then
        return 'refused';
    end if;
    return (
        select
            string_agg(coalesce(e.output::text, convert_from(e.result, 'UTF8'), 'lost'),
            ' ' order by e.input)
        from flowfabric.ff_exec_core as e
        inner join flowfabric.ff_route as r on r.route_id = e.route_id
        where r.lane_id = p_lane_id
    );
end;
$complete_two$;

select
    matches(
        pg_temp.complete_two(a.description, a.outputs::jsonb[], a.results::bytea[]),
        '^(1 2|refused)$',
        a.description
    )
from (
    values
    ('outputs of two dimensions', '{{1},{2}}', null),
    ('outputs that begin at 0', '[0:1]={1,2}', null),
    ('results of two dimensions', null, '{{1},{2}}'),
    ('results that begin at 5', null, '[5:6]={1,2}')
) as a (description, outputs, results);

select * from finish();
rollback;
