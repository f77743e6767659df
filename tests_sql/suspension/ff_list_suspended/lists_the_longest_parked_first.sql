begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given five suspended executions, two of them at the same moment, one of another tenant, and some
-- that are not suspended
do $given$
begin
    perform pg_temp.lease();
    perform pg_temp.submit();
    for v_number in 1..5 loop
        perform pg_temp.submit_number(v_number, 'parked', p_namespace => case v_number when 4 then 'acme' else 'default' end);
        perform pg_temp.suspend(
            pg_temp.claim(p_lane_id => 'parked'),
            p_timeout_ms => case v_number when 2 then 60000 end
        );
        if v_number <> 2 then
            perform pg_temp.advance('1 s');
        end if;
    end loop;
    perform pg_temp.signal(pg_temp.id(5), 'no');
end;
$given$;
select results_eq(
    $$
        select execution_id, lane_id, namespace, reason_code, suspended_at, suspended_since_ms,
            timeout_in_ms, timeout_behavior, is_escalated, signal_count
        from flowfabric.ff_list_suspended()
        where execution_id in (pg_temp.id(1), pg_temp.id(2), pg_temp.id(5))
    $$,
    $$
        values
        (
            pg_temp.id(1), 'parked', 'default', 'waiting_for_signal',
            '2030-01-01 12:00:00+00'::timestamptz, 4000::bigint, null::bigint, null, false, 0
        ),
        (
            pg_temp.id(2), 'parked', 'default', 'waiting_for_signal',
            '2030-01-01 12:00:01+00', 3000, 57000, 'fail', false, 0
        ),
        (
            pg_temp.id(5), 'parked', 'default', 'waiting_for_signal',
            '2030-01-01 12:00:03+00', 1000, null, null, false, 1
        )
    $$,
    'each has the times since when and until when'
);
select is(
    (select count(*) from flowfabric.ff_list_suspended()), 5::bigint,
    'no other execution is listed'
);
-- when it is read page by page; then
create function pg_temp.pages(p_size integer) returns setof uuid language plpgsql as $pages$
declare
    v_after text;
    r_row record;
    v_count integer;
begin
    loop
        v_count := 0;
        for r_row in select l.* from flowfabric.ff_list_suspended(v_after, p_size) as l loop
            v_count := v_count + 1;
            v_after := r_row.page_key;
            return next r_row.execution_id;
        end loop;
        exit when v_count < p_size;
    end loop;
end;
$pages$;
select
    results_eq(
        format('select p from pg_temp.pages(%s) as p', s.size),
        'select execution_id from flowfabric.ff_list_suspended()',
        'in pages of ' || s.size
    )
from generate_series(1, 3) as s (size);
-- when a client continues from the execution of the last row; then
select is_empty(
    $$
        with listed as (
            select l.execution_id, l.place
            from flowfabric.ff_list_suspended() with ordinality as l (
                execution_id, lane_id, namespace, suspension_id, reason_code, suspended_at,
                suspended_since_ms, timeout_at, timeout_in_ms, timeout_behavior, is_escalated,
                signal_count, page_key, step_key, title, detail, place
            )
        )

        select l.execution_id
        from listed as l
        where
            array(
                select p.execution_id
                from flowfabric.ff_list_suspended(l.execution_id::text) as p
            )
            <> array(select b.execution_id from listed as b where b.place > l.place order by b.place)
    $$,
    'the page begins behind that execution'
);
-- when the last execution of a page is resumed; then
select page_key as after from flowfabric.ff_list_suspended(p_limit => 1)
\gset
select pg_temp.signal(pg_temp.id(1)) as effect
\gset
select is(
    (select count(*) from flowfabric.ff_list_suspended(:'after')), 4::bigint,
    'with the page key the next page begins in the same place'
);
select is(
    pg_temp.refusal('select flowfabric.ff_list_suspended(pg_temp.id(1)::text)'), '22023 p_after',
    'with its id alone the call is refused'
);
select results_eq(
    $$select execution_id from flowfabric.ff_list_suspended(p_namespace => 'acme')$$,
    'values (pg_temp.id(4))', 'the list of one tenant'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_list_suspended(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$'x'$$, '22023 p_after'),
    ($$'00000000-0000-7000-8000-000000000001'$$, '22023 p_after'),
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ($$p_namespace => ''$$, '22023 p_namespace')
) as b (arguments, refusal);

select * from finish();
rollback;
