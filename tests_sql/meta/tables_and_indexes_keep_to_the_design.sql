-- tests_sql/meta/tables_and_indexes_keep_to_the_design.sql
begin;
select plan(8);
-- given the catalogue; then
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p')
        and not exists (
            select 1 from pg_index as i where i.indrelid = c.oid and i.indisprimary
        )$$,
    'every table has a primary key'
);
select is(
    (
        select array_agg(i.indexrelid::regclass::text)
        from pg_index as i
        where i.indrelid = 'flowfabric.ff_exec_core'::regclass and i.indpred is null
    ),
    '{flowfabric.execution_key}',
    'the only index on the hot table that is not partial is its key'
);
select is(
    (
        select pg_get_indexdef(i.indexrelid)
        from pg_index as i
        where i.indrelid = 'flowfabric.ff_exec_core'::regclass and i.indpred is not null
    ),
    'CREATE INDEX claimable_execution ON flowfabric.ff_exec_core'
    || ' USING btree (route_id, claimable_at) WHERE (claimable_at IS NOT NULL)',
    'and the only partial one is the gate'
);
select is_empty(
    $$select c.conrelid::regclass, c.conname
    from pg_constraint as c
    where c.connamespace = 'flowfabric'::regnamespace and c.contype = 'f'$$,
    'no foreign key makes two submitters wait for each other'
);
select is_empty(
    $$select i.indexrelid::regclass
    from pg_index as i
    where i.indrelid = 'flowfabric.ff_route'::regclass and i.indisunique and not i.indisprimary$$,
    'and neither does a unique combination of a route'
);
select is_empty(
    $$select t.tgrelid::regclass, t.tgname
    from pg_trigger as t
    inner join pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = 'flowfabric'::regnamespace$$,
    'nothing happens behind one''s back: there are no triggers'
);
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and c.relname !~ '^ff_'$$,
    'every table has our prefix'
);
select is_empty(
    $$select e.extname
    from pg_extension as e
    where e.extname not in ('plpgsql', 'pgtap')$$,
    'no extension is needed'
);
select * from finish();
rollback;
