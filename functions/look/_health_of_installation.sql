create or replace function _health_of_installation()
returns setof ff_health_check
language sql
stable
as $_health_of_installation$
    select
        'installation',
        _health_verdict(bool_or(f.is_critical), count(f.what) > 0),
        jsonb_build_object(
            'findings', coalesce(
                jsonb_agg(f.what order by f.what) filter (where f.what is not null), '[]'
            ),
            'default_access', (select m.value from ff_meta as m where m.key = 'default_access'),
            'default_policy', (
                select nullif(m.value::jsonb, 'null')
                from ff_meta as m
                where m.key = 'default_policy'
            )
        ),
        'Repair the findings: REINDEX, enable the trigger, seed a key, create the roles and '
        || 'upgrade, copy the sequences (operations.md), or switch on autovacuum.'
    from (select) as always
    left join (
        select
            true as is_critical,
            'index ' || i.indexrelid::regclass::text || ' is invalid' as what
        from pg_index as i
        inner join pg_class as c on c.oid = i.indexrelid
        where c.relnamespace = 'flowfabric'::regnamespace and not (i.indisvalid and i.indisready)
        union all
        select true, 'index ' || n.index_name || ' is missing'
        from unnest(array[
            'execution_key', 'claimable_execution', 'unfinished_deadline', 'due_suspension',
            'open_suspension', 'due_flow_todo', 'edge_of_upstream', 'edge_of_downstream'
        ]) as n (index_name)
        where to_regclass('flowfabric.' || n.index_name) is null
        union all
        select true, 'the trigger ' || n.trigger_name || ' is missing or disabled'
        from (
            values
            ('tick_at_commit', 'ff_tick_request'::regclass),
            ('ring_at_commit', 'ff_ring_request'),
            ('ring_for_frame_at_commit', 'ff_stream_frame')
        ) as n (trigger_name, table_oid)
        where not exists (
            select 1
            from pg_trigger as t
            where
                t.tgrelid = n.table_oid
                and t.tgname = n.trigger_name
                and t.tgenabled in ('O', 'A')
        )
        union all
        select true, 'no key signs grants and tokens'
        where not exists (select 1 from ff_hmac_key as k where k.expires_at is null)
        union all
        select true, 'the sequence ' || p.sequence_name || ' is behind its table'
        from _sequence_places() as p
        where p.needed_value > coalesce(p.last_value, -1)
        union all
        select false, 'role ' || r.role_name || ' is missing'
        from (select distinct m.role_name from ff_privilege as m) as r
        where not exists (select 1 from pg_roles as p where p.rolname = r.role_name)
        union all
        select true, s.name || ' is off'
        from pg_settings as s
        where s.name in ('autovacuum', 'track_counts') and s.setting = 'off'
        union all
        select true, 'autovacuum is off for ' || c.relname
        from pg_class as c
        where
            c.relnamespace = 'flowfabric'::regnamespace
            and c.reloptions && array['autovacuum_enabled=false', 'autovacuum_enabled=off']
        union all
        select false, 'claims in ' || s.setting || ' transactions run no maintenance'
        from pg_settings as s
        where s.name = 'default_transaction_isolation' and s.setting <> 'read committed'
    ) as f on true
$_health_of_installation$;

comment on function _health_of_installation is
'Part of ff_health: missing, invalid or disabled parts of the installation, and sequences behind their tables.';
