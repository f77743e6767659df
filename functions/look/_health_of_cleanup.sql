create or replace function _health_of_cleanup(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_cleanup$
    -- holders that keep dead rows from being removed: the oldest snapshot or transaction of a kind
    with holder as (
        select
            case a.backend_type when 'walsender' then 'standby' else 'session' end as holder,
            greatest(age(a.backend_xmin), age(a.backend_xid)) as transactions,
            a.xact_start as since,
            jsonb_build_object(
                'pid', a.pid,
                'user', a.usename,
                'application_name', a.application_name,
                -- a login without pg_read_all_stats cannot see these columns of other sessions
                'state', coalesce(a.state, 'not visible'),
                'open_since', coalesce(a.xact_start::text, 'not visible')
            ) as detail
        from pg_stat_activity as a
        where
            num_nonnulls(a.backend_xmin, a.backend_xid) > 0
            and a.pid <> pg_backend_pid()
            -- a vacuum does not hold back cleanup
            and a.backend_type is distinct from 'autovacuum worker'
            and (a.datname = current_database() or a.backend_type = 'walsender')
        union all
        select
            'prepared transaction',
            age(x.transaction),
            x.prepared,
            jsonb_build_object('gid', x.gid, 'user', x.owner, 'open_since', x.prepared)
        from pg_prepared_xacts as x
        where x.database = current_database()
        union all
        select
            'replication slot',
            age(s.xmin),
            null,
            jsonb_build_object('slot_name', s.slot_name, 'is_active', s.active)
        from pg_replication_slots as s
        where s.xmin is not null
    ),

    oldest as (
        select h.holder, h.transactions, h.since, h.detail
        from holder as h
        order by h.since is null, h.since, h.transactions desc
        limit 1
    ),

    youngest_id as (
        select max(h.transactions) as transactions from holder as h
    )

    select
        'cleanup_horizon',
        _health_verdict(
            o.since < p_now - interval '1 hour' or y.transactions > 50000000,
            o.since < p_now - interval '5 minutes' or y.transactions > 1000000
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'holder', o.holder,
            'held_ms', _ms_between(o.since, p_now),
            'transactions_since', y.transactions
        )) || coalesce(o.detail, '{}'),
        case
            when o.holder is not null
                then 'End the transaction, or drop the slot: it keeps VACUUM from removing rows.'
        end
    from youngest_id as y
    left join oldest as o on true
$_health_of_cleanup$;

comment on function _health_of_cleanup is
'Part of ff_health: the session, prepared transaction or replication slot that holds back cleanup.';
