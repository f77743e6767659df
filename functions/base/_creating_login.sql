create or replace function _creating_login()
returns text
language sql
stable
as $_creating_login$
    select nullif(session_user, _caller())::text
$_creating_login$;

comment on function _creating_login is
'The login of a session that acts as another role; null when it acts as itself.';
