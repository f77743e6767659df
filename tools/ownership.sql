    -- Ownership, looked at in the catalogue before anything in the schema is read or called: the
    -- owner of a schema can replace every function in it, and would gain the rights of the caller.
    v_is_superuser := (
        select r.rolsuper from pg_catalog.pg_roles as r
        where r.rolname operator(pg_catalog.=) current_user
    );
    select n.oid, n.nspowner, pg_catalog.pg_get_userbyid(n.nspowner) as owner,
        exists (select from pg_catalog.pg_class as c where c.relnamespace operator(pg_catalog.=) n.oid)
            or exists (select from pg_catalog.pg_proc as p where p.pronamespace operator(pg_catalog.=) n.oid)
            or exists (select from pg_catalog.pg_type as t where t.typnamespace operator(pg_catalog.=) n.oid)
            as is_used,
        exists (
            select from pg_catalog.pg_class as c
            where c.relnamespace operator(pg_catalog.=) n.oid and c.relname operator(pg_catalog.=) 'ff_meta'
        ) as has_meta
    into v_schema
    from pg_catalog.pg_namespace as n
    where n.nspname operator(pg_catalog.=) 'flowfabric';

    -- An installation by a superuser belongs to a role of its own, without a login.
    v_owner := current_user;
    if v_is_superuser and (
        v_schema.oid is null
        or v_schema.owner operator(pg_catalog.=) 'flowfabric_owner'
        or not v_schema.is_used
    ) then
        v_owner := 'flowfabric_owner';
        select case
            when r.oid is null then null
            when coalesce(pg_catalog.shobj_description(r.oid, 'pg_authid'), '')
                operator(pg_catalog.<>) 'FlowFabric: owns the installations of superusers' then 'was not made by an installation'
            when r.rolcanlogin then 'can log in'
            when r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls
                then 'has attributes that an owner does not need'
            when exists (
                select from pg_catalog.pg_auth_members as m where m.roleid operator(pg_catalog.=) r.oid
            ) then 'has members'
        end
        into v_objection
        from (select) as always
        left join pg_catalog.pg_roles as r on r.rolname operator(pg_catalog.=) 'flowfabric_owner';
        if v_objection is not null then
            raise exception 'role "flowfabric_owner" %', v_objection
                using errcode = '42501',
                    detail = 'It owns the installations of superusers. An installation makes it, without a login and without members.',
                    hint = 'Rename or drop that role, or install as a role of your choice: set role ...';
        elsif not (
            select r.rolsuper from pg_catalog.pg_roles as r
            where r.rolname operator(pg_catalog.=) session_user
        ) then
            raise exception 'login "%" became a superuser by SET ROLE and cannot become "flowfabric_owner"', session_user
                using errcode = '42501',
                    hint = 'Log in as a superuser, or set role to the role that is to own the installation.';
        end if;
    end if;

    if v_schema.oid is not null then
        select o.description, pg_catalog.pg_get_userbyid(o.owner) as owner
        into v_foreign
        from (
            select 'schema flowfabric' as description, v_schema.nspowner as owner
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_class'::pg_catalog.regclass, c.oid, 0), c.relowner
            from pg_catalog.pg_class as c where c.relnamespace operator(pg_catalog.=) v_schema.oid
                -- an index has the owner of its table, which is the one to name
                and not c.relkind operator(pg_catalog.=) any (array['i', 'I']::pg_catalog."char"[])
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, p.oid, 0), p.proowner
            from pg_catalog.pg_proc as p where p.pronamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_type'::pg_catalog.regclass, t.oid, 0), t.typowner
            from pg_catalog.pg_type as t where t.typnamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_operator'::pg_catalog.regclass, p.oid, 0), p.oprowner
            from pg_catalog.pg_operator as p where p.oprnamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_opclass'::pg_catalog.regclass, p.oid, 0), p.opcowner
            from pg_catalog.pg_opclass as p where p.opcnamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_opfamily'::pg_catalog.regclass, p.oid, 0), p.opfowner
            from pg_catalog.pg_opfamily as p where p.opfnamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_collation'::pg_catalog.regclass, c.oid, 0), c.collowner
            from pg_catalog.pg_collation as c where c.collnamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_conversion'::pg_catalog.regclass, c.oid, 0), c.conowner
            from pg_catalog.pg_conversion as c where c.connamespace operator(pg_catalog.=) v_schema.oid
            union all
            select pg_catalog.pg_describe_object('pg_catalog.pg_statistic_ext'::pg_catalog.regclass, s.oid, 0), s.stxowner
            from pg_catalog.pg_statistic_ext as s where s.stxnamespace operator(pg_catalog.=) v_schema.oid
        ) as o
        inner join pg_catalog.pg_roles as r on r.oid operator(pg_catalog.=) o.owner
        where r.rolname operator(pg_catalog.<>) v_owner
            -- an empty schema that a superuser made is given to the owner
            and (v_schema.is_used or r.rolname operator(pg_catalog.<>) current_user)
        limit 1;
        if v_foreign.description is not null then
            raise exception '% belongs to role "%", not to "%"', v_foreign.description, v_foreign.owner, v_owner
                using errcode = '42501',
                    detail = 'The owner of a function decides what it does, and so what is done with your rights.',
                    hint = 'If that role is to own the installation: set role to it, and run this again. Else drop what it made, or use another database.';
        end if;
        select case
            when a.grantee operator(pg_catalog.=) 0::pg_catalog.oid then 'public'
            else pg_catalog.pg_get_userbyid(a.grantee)::pg_catalog.text
        end as grantee
        into v_foreign
        from pg_catalog.pg_namespace as n
        cross join lateral pg_catalog.aclexplode(n.nspacl) as a
        where n.oid operator(pg_catalog.=) v_schema.oid
            and a.privilege_type operator(pg_catalog.=) 'CREATE'
            and a.grantee operator(pg_catalog.<>) n.nspowner
        limit 1;
        if found then
            raise exception 'role "%" may create objects in schema "flowfabric"', v_foreign.grantee
                using errcode = '42501', hint = 'Take it back: revoke create on schema flowfabric from that role.';
        end if;
    end if;
