-- tests_sql/look/ff_explain/says_who_blocked_it.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/explained.sql
-- given executions that were blocked, each for another reason; then
do $given$ begin
    perform pg_temp.submit_number(n::integer, 'lane')
    from generate_series(1, 5) as n;
    perform flowfabric.ff_block_execution(pg_temp.id(b.number), b.reason, 'under investigation', 'ada')
    from (
        values
        (1, 'waiting_for_budget'), (2, 'waiting_for_quota'), (3, 'waiting_for_capable_worker'),
        (4, 'paused_by_operator'), (5, 'paused_by_policy')
    ) as b (number, reason);
end $given$;
select
    is(
        pg_temp.closed_gates(pg_temp.id(b.number)) || ' '
        || pg_temp.gate(pg_temp.id(b.number), 'operator'),
        'operator closed ' || b.reason,
        b.reason
    )
from (
    values
    (1, 'waiting_for_budget'), (2, 'waiting_for_quota'), (3, 'waiting_for_capable_worker'),
    (4, 'paused_by_operator'), (5, 'paused_by_policy')
) as b (number, reason);
select
    is(
        (
            select g.changed_by
            from flowfabric.ff_explain(pg_temp.id(n.number)) as g
            where g.gate = 'verdict'
        ),
        'ff_unblock_execution',
        'the gate names the one call that opens it'
    )
from generate_series(1, 5) as n (number);
select is(
    pg_temp.gate_detail(pg_temp.id(1), 'operator') - 'role',
    '{"actor": "ada", "reason": "under investigation", "blocked_at": "2030-01-01T12:00:00+00:00"}',
    'the gate names the caller that blocked it, and the reason'
);
select * from finish();
rollback;
