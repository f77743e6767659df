-- tests_sql/meta/tables_and_indexes_keep_to_the_design.sql
begin;
select plan(10);
-- given the catalogue; then
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p')
        -- the gate: its locks are what counts; no row can be inserted
        and c.relname <> 'ff_gate_h'
        and not exists (
            select 1 from pg_index as i where i.indrelid = c.oid and i.indisprimary
        )$$,
    'every table has a primary key'
);
select is_empty(
    $$select a.attrelid::regclass, a.attname
    from pg_attribute as a
    where
        a.attrelid = 'flowfabric.ff_gate_h'::regclass
        and a.attnum > 0$$,
    'except the gate, which has no columns'
);
select is_empty(
    $$select null from flowfabric.ff_gate_h$$,
    'the gate is empty by design'
);
select is(
    (
        select array_agg(i.indexrelid::regclass::text)
        from pg_index as i
        where i.indrelid = 'flowfabric.ff_exec_core'::regclass and i.indpred is null
    ),
    '{flowfabric.execution_key}',
    'only the key of the hot table has an index that is not partial'
);
select results_eq(
    $$select pg_get_indexdef(i.indexrelid)
    from pg_index as i
    where i.indrelid = 'flowfabric.ff_exec_core'::regclass and i.indpred is not null
    order by 1$$,
    $$values
    (
        'CREATE INDEX claimable_execution ON flowfabric.ff_exec_core'
        || ' USING btree (route_id, claimable_at) WHERE (claimable_at IS NOT NULL)'
    ),
    (
        'CREATE INDEX claimable_of_fairness_key ON flowfabric.ff_exec_core'
        || ' USING btree (route_id, fairness_key, claimable_at)'
        || ' WHERE ((fairness_key IS NOT NULL) AND (claimable_at IS NOT NULL))'
    ),
    (
        'CREATE INDEX unfinished_deadline ON flowfabric.ff_exec_core'
        || ' USING btree (deadline_at)'
        || ' WHERE ((deadline_at IS NOT NULL) AND (terminal_at IS NULL))'
    )$$,
    'the partial indexes are for claims, for claims by fairness key, and for deadlines'
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
    'no unique key of routes does, either'
);
select is(
    (
        select
            array_agg(
                t.tgname || ' on ' || t.tgrelid::regclass
                order by t.tgname, t.tgrelid::regclass::text
            )
        from pg_trigger as t
        inner join pg_class as c on t.tgrelid = c.oid
        where c.relnamespace = 'flowfabric'::regnamespace
    ),
    array[
        'ring_at_commit on flowfabric.ff_ring_request',
        'ring_for_frame_at_commit on flowfabric.ff_stream_frame',
        'switch_on on flowfabric.ff_lane',
        'switch_on on flowfabric.ff_meta',
        'tick_at_commit on flowfabric.ff_tick_request'
    ],
    'the only triggers run ticks and rings at commit, and turn switches on'
);
select is_empty(
    $$select c.relname
    from pg_class as c
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and c.relname !~ '^ff_'$$,
    'every table has the prefix ff_'
);
select is_empty(
    $$select e.extname
    from pg_extension as e
    where e.extname not in ('plpgsql', 'pgtap')$$,
    'no extension is needed'
);
select * from finish();
rollback;
