begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/errors.sql

-- when an execution is suspended for a reason; then
create function pg_temp.blocked_by(p_reason_code text) returns text language plpgsql as $blocked_by$
declare
    v_handle constant text := pg_temp.lease();
begin
    perform flowfabric.ff_suspend(
        v_handle, '{"signal": "approved", "on": "review"}', p_reason_code => p_reason_code
    );
    return (
        select d.blocking_reason || ', ' || d.public_state
        from flowfabric.ff_describe_execution(pg_temp.execution_of(v_handle)) as d
    );
end;
$blocked_by$;

select is(pg_temp.blocked_by(r.reason_code), r.blocking_reason || ', suspended', r.reason_code)
from (
    values
    ('waiting_for_signal', 'waiting_for_signal'),
    ('waiting_for_approval', 'waiting_for_approval'),
    ('waiting_for_callback', 'waiting_for_callback'),
    ('waiting_for_tool_result', 'waiting_for_tool_result'),
    ('waiting_for_operator_review', 'paused_by_operator'),
    ('manual_pause', 'paused_by_operator'),
    ('paused_by_policy', 'paused_by_policy'),
    ('paused_by_budget', 'waiting_for_budget'),
    ('step_boundary', 'waiting_for_signal')
) as r (reason_code, blocking_reason);
select
    is(
        pg_temp.refusal(format('select pg_temp.blocked_by(%L)', r.reason_code)), r.refusal,
        coalesce(r.reason_code, 'null')
    )
from (
    values ('waiting_for_godot', '22023 p_reason_code'), (null, '22004 p_reason_code')
) as r (reason_code, refusal);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
