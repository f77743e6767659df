create or replace function _role_that_helps(p_roles name[])
returns text
language sql
stable
as $_role_that_helps$
    select format('Run this first: set role %I;', r.rolname)
    from unnest(p_roles || current_user) with ordinality as n (role_name, place)
    inner join pg_roles as r on r.rolname = n.role_name
    where pg_has_role(
        session_user,
        r.oid,
        case
            when current_setting('server_version_num')::integer < 160000 then 'member'
            else 'set'
        end
    )
    order by n.place
    limit 1
$_role_that_helps$;

comment on function _role_that_helps is
'A hint that names a role that has the missing right and that the session may set, the owner only as the last choice; null if no such role exists.';
