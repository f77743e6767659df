begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given executions with a deadline in a minute that are suspended: without a timeout, with an
-- earlier one, with a later one, and one that is resumed before
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
    'each is due at the earlier of timeout and deadline'
);

-- when no call meets them until the deadline; then
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.claim('b'), null, 'a tick finds nothing more');
select is(
    pg_temp.claim('b'), null, 'nor does a claim'
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
    (2, 'cancelled timed_out_cancel', 'a timeout before the deadline counts, though met after it'),
    (3, 'expired execution_deadline', 'a timeout after the deadline does not'),
    (4, 'expired timed_out_auto_resume', 'the resumed one has ended, too')
) as e (number, ended, description);
select is(
    (
        select count(*) from flowfabric.ff_event as v
        where v.kind = 'completed'
    ), 4::bigint,
    'each has one completion event'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
