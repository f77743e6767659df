create or replace function _broken_completions(p_bound integer)
returns table (invariant text, partition_key smallint, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_completions$
    -- the newest events, and the executions that are as young: all of theirs are among them
    with item as materialized (
        select u.event_id, u.occurred_at, u.execution_id, u.partition_key, u.kind, u.lease_epoch
        from ff_event_item as u
        where u.event_id > (select max(v.event_id) from ff_event as v) - 10 * p_bound::bigint
    ),

    oldest as (
        select i.event_id, i.occurred_at
        from item as i
        order by i.event_id
        limit 1
    )

    select
        'every end has exactly one completion event',
        e.partition_key,
        e.execution_id,
        jsonb_build_object('state', e.state, 'event_count', coalesce(c.event_count, 0))
    from _executions_to_check(p_bound) as e
    inner join oldest as o on o.event_id = 1 or e.created_at > o.occurred_at
    left join (
        select i.execution_id, i.partition_key, count(*) as event_count
        from item as i
        where i.kind = 'completed'
        group by i.execution_id, i.partition_key
    ) as c
        on c.execution_id = e.execution_id and c.partition_key = e.partition_key
    where
        -- a replay begins another life, which ends with an event of its own
        coalesce(c.event_count, 0) <> e.replay_count + (e.terminal_at is not null)::integer
    union all
    select
        'an epoch is given out once',
        i.partition_key,
        i.execution_id,
        jsonb_build_object('lease_epoch', i.lease_epoch, 'event_count', count(*))
    from item as i
    where i.kind in ('acquired', 'reclaimed')
    group by i.partition_key, i.execution_id, i.lease_epoch
    having count(*) > 1
$_broken_completions$;

comment on function _broken_completions is
'Part of ff_check: executions that ended without an event, or with several; leases that share an epoch.';
