create or replace function _broken_signals(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_signals$
    select
        'a waitpoint is open as long as its suspension',
        w.execution_id,
        jsonb_build_object('waitpoint_id', w.waitpoint_id, 'state', w.state)
    from (
        select o.* from ff_waitpoint as o order by o.waitpoint_id desc limit p_bound
    ) as w
    left join ff_suspension as s on s.suspension_id = w.suspension_id
    where
        (w.state = 'active') is distinct from (s.suspension_id is not null and s.closed_at is null)
    union all
    select
        'signals are counted once',
        w.execution_id,
        jsonb_build_object('waitpoint_id', w.waitpoint_id, 'signal_count', w.signal_count)
    from (
        select o.* from ff_waitpoint as o order by o.waitpoint_id desc limit p_bound
    ) as w
    where w.signal_count <> (
        select count(*) from ff_signal as g where g.waitpoint_id = w.waitpoint_id
    )
    union all
    select
        'a signal belongs to a waitpoint of its execution',
        g.execution_id,
        jsonb_build_object('signal_id', g.signal_id, 'waitpoint_id', g.waitpoint_id)
    from (
        select o.* from ff_signal as o order by o.signal_number desc limit p_bound
    ) as g
    left join ff_waitpoint as w on w.waitpoint_id = g.waitpoint_id
    where w.execution_id is distinct from g.execution_id
$_broken_signals$;

comment on function _broken_signals is
'Part of ff_check: waitpoints and signals without an owner, or lost ones.';
