create or replace function _roles_of(p_role name)
returns name[]
language sql
stable
as $_roles_of$
    -- not by pg_has_role alone, which is true for every superuser; inherit_option exists from 16 on
    with recursive m (role_id, rolname, is_inheriting) as (
        select r.oid, r.rolname, r.rolinherit from pg_roles as r where r.rolname = p_role
        union
        select g.oid, g.rolname, g.rolinherit
        from m
        inner join pg_auth_members as a on a.member = m.role_id
        inner join pg_roles as g on g.oid = a.roleid
        where coalesce((to_jsonb(a) ->> 'inherit_option')::boolean, m.is_inheriting)
    )
    select coalesce(array_agg(m.rolname), '{}')
    from m
    -- as of now: an older snapshot also shows memberships that were revoked since
    where pg_has_role(
        (select r.oid from pg_roles as r where r.rolname = p_role), m.role_id, 'usage'
    )
$_roles_of$;

comment on function _roles_of is
'A role and the roles whose privileges it inherits by memberships that were granted.';
