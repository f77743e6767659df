create or replace function _caller()
returns name
language sql
stable
as $_caller$
    -- in a SECURITY DEFINER function current_user is the owner; this is the role of the session
    select coalesce(nullif(current_setting('role'), 'none'), session_user)::name
$_caller$;

comment on function _caller is 'The role that the calling session acts as.';
