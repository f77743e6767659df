-- tests_sql/meta/everything_is_commented.sql
begin;
select plan(11);
-- given the catalogue; then every object of the schema has a comment
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and coalesce(obj_description(p.oid, 'pg_proc'), '') = ''$$,
    'every function has a comment'
);
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm')
        and coalesce(obj_description(c.oid, 'pg_class'), '') = ''$$,
    'every table and view'
);
select is_empty(
    $$select c.relname, a.attname
    from pg_class as c
    inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p')
        and coalesce(col_description(c.oid, a.attnum), '') = ''$$,
    'every column of a table'
);
select is_empty(
    $$select t.typname
    from pg_type as t
    left join pg_class as c on c.oid = t.typrelid
    where
        t.typnamespace = 'flowfabric'::regnamespace
        and (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and c.relkind = 'c'))
        and coalesce(obj_description(t.oid, 'pg_type'), '') = ''$$,
    'every type'
);
select is_empty(
    $$select c.relname, a.attname
    from pg_class as c
    inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'c'
        and c.relname ~ '^ff_'
        and (
            coalesce(col_description(c.oid, a.attnum), '') !~ '\.$'
            or col_description(c.oid, a.attnum) ~ '\mnull\M(?!: [^;]+\.$)'
        )$$,
    'every field of a public composite type, with the meaning of null at the end'
);
select is_empty(
    $$select c.relname, a.attname
    from pg_class as c
    inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'c'
        and c.relname ~ '^ff_'
        and (a.atttypid = 'jsonb'::regtype)
        <> (
            split_part(col_description(c.oid, a.attnum), '; null:', 1)
            ~ ' as JSON|JSON object|JSON array of objects'
        )$$,
    'the comment of JSON gives its shape'
);
select isnt(
    obj_description('flowfabric'::regnamespace, 'pg_namespace'), null, 'the schema has a comment'
);
select is_empty(
    $$select r.rolname
    from pg_roles as r
    where
        r.rolname in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')
        and coalesce(shobj_description(r.oid, 'pg_authid'), '') !~ '^FlowFabric: '$$,
    'every group role has a comment'
);
select is_empty(
    $$select p.proname
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and obj_description(p.oid, 'pg_proc')
        !~ '^[^\n]+\.\n.*\nEffects: .+\nIdempotent: .+\nLocks: .+\nErrors: .+\nExample:\n```sql\n.+\n```\n?$'$$,
    'the comment of a public function is a contract: a promise, and the headings in their order'
);
select is_empty(
    $$select p.proname, m.code[1]
    from pg_proc as p
    cross join lateral regexp_matches(obj_description(p.oid, 'pg_proc'), 'ZF\d{3} \w+', 'g') as m (code)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and m.code[1] not in (
            select c.sqlstate || ' ' || c.symbol from flowfabric.ff_error_code as c
        )$$,
    'the contract names errors as the catalogue does'
);
select is_empty(
    $$select p.proname
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and obj_description(p.oid, 'pg_proc') !~ ('flowfabric\.' || p.proname || '\(')$$,
    'every example calls its function'
);
select * from finish();
rollback;
