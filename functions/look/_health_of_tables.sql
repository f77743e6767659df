create or replace function _health_of_tables()
returns setof ff_health_check
language sql
stable
as $_health_of_tables$
    with hot as (
        select
            t.relname::text as table_name,
            t.n_live_tup,
            t.n_dead_tup,
            round(t.n_dead_tup / greatest(t.n_live_tup + t.n_dead_tup, 1)::numeric, 3) as share,
            greatest(t.last_vacuum, t.last_autovacuum) as vacuumed_at
        from pg_stat_user_tables as t
        where t.schemaname = 'flowfabric'
    )

    select
        'dead_rows',
        _health_verdict(
            bool_or(h.share > 0.9 and h.n_dead_tup > 1000000),
            bool_or(h.share > 0.5 and h.n_dead_tup > 50000)
        ),
        jsonb_build_object('tables', coalesce(
            jsonb_agg(
                jsonb_build_object(
                    'table', h.table_name,
                    'live', h.n_live_tup,
                    'dead', h.n_dead_tup,
                    'dead_share', h.share,
                    'vacuumed_at', h.vacuumed_at
                )
                order by h.n_dead_tup desc, h.table_name
            ) filter (where h.n_dead_tup > 1000 or h.table_name = 'ff_exec_core'),
            '[]'
        )),
        'See cleanup_horizon; then autovacuum, or VACUUM the table.'
    from hot as h
    union all
    select
        'transaction_ids',
        _health_verdict(max(a.oldest) > 1800000000, max(a.oldest) > 1000000000),
        jsonb_build_object('oldest_age', max(a.oldest)),
        'VACUUM (FREEZE) the tables of schema flowfabric before the ids run out.'
    from (
        select age(c.relfrozenxid) as oldest
        from pg_class as c
        where c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'r'
    ) as a
$_health_of_tables$;

comment on function _health_of_tables is
'Part of ff_health: how much of the tables is dead, and how old their transaction ids are.';
