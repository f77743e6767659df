create or replace function _is_eligible(p_state ff_state)
returns boolean
language sql
immutable
as $_is_eligible$
    -- the enum lists these states first
    select p_state <= 'waiting_resume'
$_is_eligible$;

comment on function _is_eligible is
'Does an execution in this state wait only for a worker? Pass the state of _effective_state.';
