create or replace function _is_active(p_state ff_state)
returns boolean
language sql
immutable
as $_is_active$
    select p_state between 'active' and 'revoked'
$_is_active$;

comment on function _is_active is 'Does a worker work on an execution in this state, or did it until its lease lapsed or was revoked?';
