-- tests_sql/meta/privileges_are_those_of_the_matrix.sql
begin;
select plan(17);
-- given the owner; then other roles have the privileges of sql/privileges.sql and no others (see
-- roles_may_do_what_the_table_says.sql, which lists and tries them)
select is_empty(
    $$select c.relname, c.relkind, a.grantee::regrole, a.privilege_type
    from pg_class as c
    cross join lateral aclexplode(c.relacl) as a
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and a.grantee <> c.relowner
        and not (
            c.relkind = 'v'
            and a.privilege_type = 'SELECT'
            and c.relname in (
                'ff_executions', 'ff_attempts', 'ff_lanes', 'ff_stuck', 'ff_throughput'
            )
            and a.grantee::regrole::text in ('ff_operator', 'ff_reader')
        )$$,
    'no table or sequence can be read by PUBLIC; operators and readers can read the public views'
);
select is(
    (
        select count(*)
        from pg_class as c
        cross join lateral aclexplode(c.relacl) as a
        where c.relnamespace = 'flowfabric'::regnamespace and a.grantee <> c.relowner
    ),
    10::bigint,
    'they can read all five'
);
select is_empty(
    $$select c.relname, t.attname
    from pg_class as c
    inner join pg_attribute as t on t.attrelid = c.oid
    cross join lateral aclexplode(c.relacl) as a
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and a.grantee <> c.relowner
        and t.attname in ('input', 'payload', 'output', 'result', 'policy', 'failure_detail')$$,
    'no view shows what executions contain'
);
select is_empty(
    $$select c.relname, t.attname, a.grantee::regrole, a.privilege_type
    from pg_class as c
    inner join pg_attribute as t on t.attrelid = c.oid
    cross join lateral aclexplode(t.attacl) as a
    where c.relnamespace = 'flowfabric'::regnamespace and a.grantee <> c.relowner$$,
    'no column has privileges of its own'
);
select is_empty(
    $$select a.grantee, a.privilege_type
    from pg_namespace as n
    cross join lateral aclexplode(n.nspacl) as a
    where
        n.nspname = 'flowfabric'
        and a.grantee <> n.nspowner
        and (a.grantee = 0 or a.privilege_type <> 'USAGE')$$,
    'PUBLIC has no privilege on the schema, and other roles only USAGE'
);
select is(
    (
        select array_agg(a.grantee::regrole::text order by a.grantee::regrole::text)
        from pg_namespace as n
        cross join lateral aclexplode(n.nspacl) as a
        where n.nspname = 'flowfabric' and a.grantee <> n.nspowner
    ),
    '{ff_approver,ff_operator,ff_producer,ff_reader,ff_worker}',
    'the group roles have USAGE on it'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.grantee = 0$$,
    'no function can be executed by PUBLIC'
);
select is_empty(
    $$select p.oid::regprocedure, a.grantee::regrole
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^_'
        and a.grantee <> p.proowner$$,
    'no internal function can be executed by another role'
);
select is_empty(
    $$select p.oid::regprocedure, a.grantee::regrole
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.is_grantable and a.grantee <> p.proowner$$,
    'no role may pass its privileges on'
);
select is_empty(
    $$select p.proname::text collate "default", a.grantee::regrole::text
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.grantee <> p.proowner
    except
    select m.function_name, m.role_name from flowfabric.ff_privilege as m$$,
    'every privilege is in the matrix'
);
select is_empty(
    $$select m.function_name, m.role_name
    from flowfabric.ff_privilege as m
    where not has_function_privilege(
        m.role_name,
        (
            select p.oid
            from pg_proc as p
            where p.pronamespace = 'flowfabric'::regnamespace and p.proname = m.function_name
        ),
        'execute'
    )$$,
    'every privilege of the matrix is granted'
);
select is_empty(
    $$select p.proname
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and not exists (
            select 1 from flowfabric.ff_privilege as m where m.function_name = p.proname
        )$$,
    'every public function is in the matrix'
);
select is_empty(
    $$select m.function_name
    from flowfabric.ff_privilege as m
    where not exists (
        select 1
        from pg_proc as p
        where
            p.pronamespace = 'flowfabric'::regnamespace
            and p.proname = m.function_name
            and p.proname ~ '^ff_'
    )$$,
    'the matrix has nothing else'
);
select is(
    (select array_agg(distinct m.role_name) from flowfabric.ff_privilege as m),
    '{ff_approver,ff_operator,ff_producer,ff_reader,ff_worker}',
    'the roles of the matrix are the group roles'
);
select is_empty(
    $$select r.rolname
    from pg_roles as r
    where
        r.rolname in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')
        and (
            r.rolcanlogin or r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication
            or r.rolbypassrls
        )$$,
    'group roles cannot log in, and have no attributes'
);
select is_empty(
    $$select m.roleid::regrole, m.member::regrole
    from pg_auth_members as m
    where
        m.member::regrole::text
        in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')$$,
    'group roles are members of no role'
);
select is(
    (
        select array_agg(distinct o.owner::regrole::text)
        from (
            select c.relowner from pg_class as c
            where c.relnamespace = 'flowfabric'::regnamespace
            union all
            select p.proowner from pg_proc as p
            where p.pronamespace = 'flowfabric'::regnamespace
            union all
            select n.nspowner from pg_namespace as n
            where n.nspname = 'flowfabric'
        ) as o (owner)
    ),
    '{ff_owner}',
    'everything is owned by the ordinary role that installed it'
);
select * from finish();
rollback;
