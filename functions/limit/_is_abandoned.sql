create or replace function _is_abandoned(
    p_attempt_index integer,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_abandoned$
    select
        p_execution.terminal_at is not null
        or p_execution.attempt_index > p_attempt_index
        or (_is_active(p_execution.state) and p_execution.lease_expires_at <= p_now)
        or p_execution.state = 'revoked'
        -- no claim takes it any more
        or (p_execution.state < 'active' and _is_flow_cancelled(p_execution.flow_id))
$_is_abandoned$;

comment on function _is_abandoned is
'Is a reservation, given the attempt that it is for, of an attempt that has ended, whose worker fell silent, or whose flow was cancelled while it waited? Inlined where it is called.';
