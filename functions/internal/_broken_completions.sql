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
    where
        -- a replay begins another life, which ends with an event of its own
        coalesce(c.event_count, 0) <> e.replay_count + (e.terminal_at is not null)::integer
$_broken_completions$;

comment on function _broken_completions is
'Part of ff_check: executions that ended without an event, or with several.';
