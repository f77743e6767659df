-- Group roles: grant one of them to a login instead of granting functions one by one. Roles belong
-- to the whole cluster; an owner that may not create roles works without them (then only the
-- owner may call functions, until EXECUTE is granted by hand).
do $roles$
declare
    v_may_create constant boolean := (
        select r.rolcreaterole or r.rolsuper from pg_roles as r where r.rolname = current_user
    );
    v_granted text[] := '{}';
    r_role record;
begin
    for r_role in
        select v.name, v.purpose
        from (
            values
            ('ff_producer', 'may submit executions and read their results'),
            ('ff_worker', 'may claim executions and act on the leases it holds'),
            ('ff_operator', 'may manage lanes and executions, and look at everything'),
            ('ff_approver', 'may approve what waits for an approval'),
            ('ff_reader', 'may look at executions')
        ) as v (name, purpose)
        where not exists (select 1 from pg_roles as p where p.rolname = v.name)
    loop
        if v_may_create then
            execute format('create role %I nologin', r_role.name);
            execute format('comment on role %I is %L', r_role.name, 'FlowFabric: ' || r_role.purpose);
        else
            raise notice 'FlowFabric: role % does not exist and % may not create it; skipped',
                r_role.name, current_user;
        end if;
    end loop;
    -- no role is an operator by itself, not even a superuser: so the role that installs becomes a
    -- member, once (an upgrade leaves memberships as they are)
    if to_regclass('flowfabric.ff_meta') is null and current_user <> 'flowfabric_owner' then
        for r_role in
            select r.rolname as name
            from pg_roles as r
            where
                r.rolname in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')
                and not exists (
                    select 1
                    from pg_auth_members as m
                    inner join pg_roles as u on u.oid = m.member
                    where
                        m.roleid = r.oid
                        and u.rolname = current_user
                        -- From PostgreSQL 16 on the role that creates another may grant it, and
                        -- is a member that inherits nothing.
                        and coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true)
                )
            order by r.rolname
        loop
            begin
                execute format('grant %I to %I', r_role.name, current_user);
                v_granted := v_granted || r_role.name::text;
            exception
                when insufficient_privilege then
                    raise notice 'FlowFabric: role % is not a member of %, and may not grant it to itself',
                        current_user, r_role.name;
            end;
        end loop;
        if v_granted <> '{}' then
            raise notice 'FlowFabric: role % is now a member of %',
                current_user, array_to_string(v_granted, ', ');
        end if;
    end if;
end;
$roles$;
