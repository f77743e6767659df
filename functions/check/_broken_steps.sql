create or replace function _broken_steps(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_steps$
    with step as materialized (
        select s.*
        from ff_step as s
        order by s.execution_id desc, s.step_key desc
        limit p_bound
    )

    select
        i.invariant,
        s.execution_id,
        jsonb_build_object('step_key', s.step_key, 'kind', s.kind, 'place', s.place)
    from step as s
    left join ff_exec_core as e on e.execution_id = s.execution_id
    left join ff_exec_core as c on c.execution_id = s.child_execution_id
    cross join lateral (
        values
        ('a step belongs to an execution', e.execution_id is not null),
        (
            'a step was begun before it was saved',
            coalesce(s.begun_place < s.place, true)
            and coalesce(s.attempt_index <= e.attempt_index, true)
        ),
        (
            'a child knows its parent',
            c.execution_id is null
            or (c.parent_id = s.execution_id and c.parent_step_key = s.step_key)
        ),
        (
            'a child has its execution, and a wait that has ended its outcome',
            (s.kind = 'child') = (num_nonnulls(s.child_execution_id, s.ends_with_parent) = 2)
            and (s.kind in ('value', 'child') or s.saved_at is not null) = (
                s.outcome is not null or s.kind in ('value', 'child')
            )
            and (s.saved_at is not null or s.kind not in ('value', 'child'))
        ),
        (
            'values are stored as JSON or as bytes',
            num_nonnulls(s.output, s.result) <= 1
        )
    ) as i (invariant, holds)
    where i.holds is not true
    union all
    select
        'the newest step has the count of all',
        t.execution_id,
        jsonb_build_object('counted', t.counted, 'step_count', t.step_count)
    from (
        select
            s.execution_id,
            count(*) as counted,
            (array_agg(s.step_count order by s.place desc))[1] as step_count
        from step as s
        group by s.execution_id
    ) as t
    where
        t.counted <> t.step_count
        -- the last one may be cut
        and (
            (select count(*) from step) < p_bound
            or t.execution_id > (select min(o.execution_id::text)::uuid from step as o)
        )
    union all
    select
        'a signal is kept for an execution',
        m.execution_id,
        jsonb_build_object('mail_number', m.mail_number, 'signal_name', m.signal_name)
    from (
        select o.* from ff_mailbox as o order by o.mail_number desc limit p_bound
    ) as m
    left join ff_exec_core as e on e.execution_id = m.execution_id
    where e.execution_id is null
$_broken_steps$;

comment on function _broken_steps is
'Part of ff_check: steps and kept signals that contradict themselves or their execution.';
