create or replace function _caller()
returns name
language sql
stable
as $_caller$
    -- inside SECURITY DEFINER current_user is the owner; the session acts as the role that it set
    select coalesce(nullif(current_setting('role'), 'none'), session_user)::name
$_caller$;

comment on function _caller is 'The role that the calling session acts as.';
