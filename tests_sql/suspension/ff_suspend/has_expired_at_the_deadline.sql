begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given executions with a deadline in a minute that are suspended: without a timeout, with one
-- before, with one after, and one that goes on before
do $given$
begin
    for v_number in 1..4 loop
        perform pg_temp.submit_number(v_number, p_deadline_ms => 60000);
        perform pg_temp.suspend(
            pg_temp.claim(),
            p_timeout_ms => (array[null, 30000, 90000, 30000])[v_number],
            p_timeout_behavior => (array['fail', 'cancel', 'cancel', 'auto_resume_with_timeout_signal'])[v_number]
        );
    end loop;
end;
$given$;
select results_eq(
    $$
        select d.claimable_in_ms
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
        order by n
    $$,
    $$values (60000::bigint), (30000), (60000), (30000)$$,
    'each is looked at when the first of them comes'
);

-- when nobody looks until the deadline; then
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.claim('b'), null, 'nothing is left to do');
select is(
    pg_temp.claim('b'), null, 'and nothing comes after'
);
select
    is(
        (
            select d.public_state || ' ' || (d.suspension ->> 'close_reason')
            from flowfabric.ff_describe_execution(pg_temp.id(e.number)) as d
        ),
        e.ended,
        e.description
    )
from (
    values
    (1, 'expired execution_deadline', 'without a timeout the deadline ends it'),
    (2, 'cancelled timed_out_cancel', 'a timeout before the deadline counts, though seen after it'),
    (3, 'expired execution_deadline', 'a timeout after the deadline does not'),
    (4, 'expired timed_out_auto_resume', 'what went on first is over then, too')
) as e (number, ended, description);
select is(
    (
        select count(*) from flowfabric.ff_event as v
        where v.kind = 'completed'
    ), 4::bigint,
    'each has one completion'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
