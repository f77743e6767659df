begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a batch was completed and its reply was lost; when it is sent again, an hour later; then
select pg_temp.submit_number(n) from generate_series(1, 3) as n;
create temporary table held as
select array_agg(c.handle order by c.handle) as handles
from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 3) as c;
select c.outcome
from
    flowfabric.ff_complete_batch((select h.handles from held as h), array['1', '2', '3']::jsonb[])
        as c;
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;

select results_eq(
    $$
        select execution_id, outcome, public_state, is_replay, error_code, error_detail
        from flowfabric.ff_complete_batch((select handles from held))
    $$,
    $$
        select pg_temp.id(n), 'completed', 'completed', true, null, null::jsonb
        from generate_series(1, 3) as n
    $$,
    'every item is a replay'
);
select is(
    pg_temp.stored(),
    :'before',
    'nothing is written: the first results stay, and there is one event'
);
select results_eq(
    $$
        select n, r.output
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_get_execution_result(pg_temp.id(n)) as r
    $$,
    $$values (1, '1'::jsonb), (2, '2'), (3, '3')$$,
    'the results are those of the first call'
);

select * from finish();
rollback;
