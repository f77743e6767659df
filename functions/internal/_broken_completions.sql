create or replace function _broken_completions()
returns table (invariant text, partition_key smallint, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_completions$
    select
        'every end has exactly one completion event',
        e.partition_key,
        e.execution_id,
        jsonb_build_object('state', e.state, 'event_count', coalesce(c.event_count, 0))
    from ff_exec_core as e
    left join (
        select u.execution_id, u.partition_key, count(*) as event_count
        from ff_event_item as u
        where u.kind = 'completed'
        group by u.execution_id, u.partition_key
    ) as c
        on c.execution_id = e.execution_id and c.partition_key = e.partition_key
    cross join (
        -- since when all events are there; of what happened before, some may have been removed
        select case
            when _event_floor() = 0 then '-infinity'
            else coalesce(max(u.occurred_at), 'infinity')
        end as complete_since
        from (
            select v.occurred_at
            from ff_event_log as v
            where v.event_id > _event_floor()
            order by v.event_id
            limit 100
        ) as u
    ) as k
    -- a replay begins another life, which ends with an event of its own
    cross join lateral (
        select e.replay_count + (e.terminal_at is not null)::integer as end_count
    ) as l
    where
        coalesce(c.event_count, 0) > l.end_count
        or coalesce(c.event_count, 0) < case
            when e.created_at > k.complete_since then l.end_count
            when e.terminal_at > k.complete_since then 1
            else 0
        end
$_broken_completions$;

comment on function _broken_completions is
'Part of ff_check: executions that ended without an event, or with several.';
