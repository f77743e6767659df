create or replace function _is_abandoned(
    p_attempt_index integer,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns boolean
language sql
immutable
as $_is_abandoned$
    select
        (p_execution).terminal_at is not null
        or (p_execution).attempt_index > p_attempt_index
        or (_is_active((p_execution).state) and (p_execution).lease_expires_at <= p_now)
        or (p_execution).state in (
            'revoked', 'flow_first', 'flow_retry', 'flow_replay', 'flow_resume'
        )
$_is_abandoned$;

comment on function _is_abandoned is
'Is a reservation, given the attempt that it is for, of an attempt that is over, or whose worker fell silent? Inlined where it is called.';
