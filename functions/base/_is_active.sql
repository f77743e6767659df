create or replace function _is_active(p_state ff_state)
returns boolean
language sql
immutable
as $_is_active$
    select p_state between 'active' and 'revoked'
$_is_active$;

comment on function _is_active is 'Is a worker at work on it, or was until its lease lapsed or was revoked?';
