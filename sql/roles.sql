-- Group roles: grant one of them to a login instead of granting functions one by one. Roles belong
-- to the whole cluster; an owner who may not create any works without them (only the owner may
-- then call, until somebody grants EXECUTE by hand).
do $roles$
declare
    v_may_create constant boolean := (
        select r.rolcreaterole or r.rolsuper from pg_roles as r where r.rolname = current_user
    );
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
end;
$roles$;
