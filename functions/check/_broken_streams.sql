create or replace function _broken_streams(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_streams$
    select i.invariant, s.execution_id, to_jsonb(s) - 'document'
    from (
        select o.*
        from ff_stream as o
        order by o.execution_id desc, o.attempt_index desc
        limit p_bound
    ) as s
    left join ff_exec_core as e
        on e.execution_id = s.execution_id
    cross join lateral (
        values
        (
            'a stream belongs to an attempt',
            coalesce(s.attempt_index <= e.attempt_index, false)
        ),
        (
            'a stream counts each frame once',
            s.frame_count = s.durable_count + s.summary_count + s.best_effort_count
            and s.summary_version = s.summary_count
        ),
        (
            'the last frame of a stream is there',
            exists (
                select 1
                from ff_stream_frame as f
                where
                    f.execution_id = s.execution_id
                    and f.attempt_index = s.attempt_index
                    and f.frame_ms = s.last_ms
                    and f.frame_seq = s.last_seq
            )
        )
    ) as i (invariant, holds)
    where i.holds is not true
    union all
    select
        'a frame belongs to a stream',
        f.execution_id,
        jsonb_build_object('attempt_index', f.attempt_index, 'frame_ms', f.frame_ms)
    from (
        select o.execution_id, o.attempt_index, o.frame_ms
        from ff_stream_frame as o
        order by
            o.execution_id desc, o.attempt_index desc,
            o.frame_ms desc, o.frame_seq desc
        limit p_bound
    ) as f
    where
        not exists (
            select 1
            from ff_stream as s
            where
                s.execution_id = f.execution_id
                and s.attempt_index = f.attempt_index
        )
$_broken_streams$;

comment on function _broken_streams is
'Part of ff_check: streams that contradict themselves or their execution.';
