create or replace function _is_eligible(p_state ff_state)
returns boolean
language sql
immutable
as $_is_eligible$
    -- the type begins with them
    select p_state <= 'waiting_resume'
$_is_eligible$;

comment on function _is_eligible is
'Does it wait for nothing but a worker? For the state as it is now, see _effective_state.';
