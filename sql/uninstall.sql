-- Removes FlowFabric: the schema with everything in it, and the group roles that nothing else
-- uses. It refuses if that would remove objects that are not FlowFabric's.
do $flowfabric$
declare
    v_callers_search_path constant pg_catalog.text := pg_catalog.current_setting('search_path');
begin
    -- from here on no object of the caller's search_path can stand in for PostgreSQL's
    perform pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    execute $flowfabric_uninstall$
do $uninstall$
declare
    v_client_min_messages constant text := current_setting('client_min_messages');
    v_foreign text;
    r_role record;
begin
    if to_regclass('flowfabric.ff_meta') is null then
        raise notice 'FlowFabric is not installed in this database; nothing to remove';
        return;
    end if;

    -- foreign objects in this schema, and foreign objects that depend on objects of this schema
    select string_agg(f.description, ', ')
    into v_foreign
    from (
        select c.oid::regclass::text as description
        from pg_class as c
        where c.relnamespace = 'flowfabric'::regnamespace
            and c.relkind in ('r', 'p', 'v', 'm', 'f')
            and c.relname !~ '^ff_'
        union all
        select p.oid::regprocedure::text
        from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname !~ '^(ff)?_'
        union all
        select distinct pg_describe_object(d.classid, d.objid, d.objsubid)
        from pg_depend as d
        left join pg_rewrite as w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
        inner join (
            select 'pg_class'::regclass as classid, c.oid from pg_class as c
            where c.relnamespace = 'flowfabric'::regnamespace
            union all
            select 'pg_proc'::regclass, p.oid from pg_proc as p
            where p.pronamespace = 'flowfabric'::regnamespace
            union all
            select 'pg_type'::regclass, t.oid from pg_type as t
            where t.typnamespace = 'flowfabric'::regnamespace
        ) as ours on ours.classid = d.refclassid and ours.oid = d.refobjid
        where d.deptype in ('n', 'a')
            and coalesce(
                case d.classid
                    when 'pg_class'::regclass
                        then (select c.relnamespace from pg_class as c where c.oid = d.objid)
                    when 'pg_proc'::regclass
                        then (select p.pronamespace from pg_proc as p where p.oid = d.objid)
                    when 'pg_type'::regclass
                        then (select t.typnamespace from pg_type as t where t.oid = d.objid)
                    when 'pg_rewrite'::regclass
                        then (select c.relnamespace from pg_class as c where c.oid = w.ev_class)
                    when 'pg_constraint'::regclass
                        then (select n.connamespace from pg_constraint as n where n.oid = d.objid)
                    when 'pg_attrdef'::regclass
                        then (
                            select c.relnamespace
                            from pg_attrdef as a
                            inner join pg_class as c on c.oid = a.adrelid
                            where a.oid = d.objid
                        )
                    when 'pg_trigger'::regclass
                        then (
                            select c.relnamespace
                            from pg_trigger as g
                            inner join pg_class as c on c.oid = g.tgrelid
                            where g.oid = d.objid
                        )
                end,
                0
            ) <> 'flowfabric'::regnamespace
    ) as f;
    if v_foreign is not null then
        raise exception using
            errcode = '2BP01',
            message = 'FlowFabric cannot be removed because other objects depend on it',
            detail = v_foreign,
            hint = 'Drop or move these objects first.';
    end if;

    -- without a notice for each object
    perform set_config('client_min_messages', 'warning', true);
    drop schema flowfabric cascade;
    perform set_config('client_min_messages', v_client_min_messages, true);

    -- roles belong to the cluster: those that something else still uses stay
    for r_role in
        select r.oid, r.rolname
        from pg_roles as r
        where r.rolname in (
                'ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader',
                'flowfabric_owner'
            )
            and shobj_description(r.oid, 'pg_authid') like 'FlowFabric: %'
    loop
        if exists (
            select 1
            from pg_shdepend as d
            where d.refclassid = 'pg_authid'::regclass and d.refobjid = r_role.oid
        ) then
            raise notice 'role % is still used, perhaps by another database; kept', r_role.rolname;
        else
            begin
                execute format('drop role %I', r_role.rolname);
            exception
                when insufficient_privilege or dependent_objects_still_exist then
                    raise notice 'role % could not be dropped; kept', r_role.rolname;
            end;
        end if;
    end loop;
end;
$uninstall$;
$flowfabric_uninstall$;
    perform pg_catalog.set_config('search_path', v_callers_search_path, true);
end;
$flowfabric$;
