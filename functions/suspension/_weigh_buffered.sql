create or replace function _weigh_buffered(p_suspension ff_suspension)
returns uuid
language plpgsql
as $_weigh_buffered$
declare
    -- once: it looks at roles. A signal without another source that the worker's own role delivered
    v_is_own constant boolean := coalesce(
        _is_own_signal(p_suspension.suspended_by, null, null, p_suspension.suspended_by, null),
        false
    );
    v_signal_count bigint;
    v_last_signal_at timestamptz;
    v_progress jsonb;
    v_closer_number bigint;
begin
    select sum(w.signal_count), max(w.last_signal_at)
    into v_signal_count, v_last_signal_at
    from ff_waitpoint as w
    where w.suspension_id = p_suspension.suspension_id;
    if coalesce(v_signal_count, 0) = 0 then
        return null;
    end if;
    -- one worker may have made the waitpoint, and another one may wait for it
    update ff_signal as s
    set source_key = null
    from ff_waitpoint as w
    where
        w.suspension_id = p_suspension.suspension_id
        and s.waitpoint_id = w.waitpoint_id
        and s.source_key is not null
        -- as _is_own_signal judges each of them
        and (
            s.source_identity in (p_suspension.worker_id, p_suspension.worker_instance_id)
            or (
                s.delivered_by = p_suspension.suspended_by
                and (v_is_own or s.source_identity = s.delivered_by)
            )
        );
    select
        jsonb_agg(coalesce(n.progress, '0') order by l.p_place),
        _condition_moment(
            p_suspension.condition,
            coalesce(
                jsonb_object_agg(l.p_leaf::text, n.moment) filter (where n.moment is not null), '{}'
            )
        )
    into v_progress, v_closer_number
    from _condition_parts(p_suspension.condition) as l
    left join (
        select
            c.p_place,
            max(c.p_signal_number) filter (where c.p_count = c.p_needed_count) as moment,
            case min(c.p_leaf ->> 'of')
                when 'waitpoints' then jsonb_agg(c.p_waitpoint_key)
                else to_jsonb(max(c.p_count))
            end as progress
        from _counted_signals(p_suspension.condition, p_suspension.suspension_id) as c
        group by c.p_place
    ) as n on n.p_place = l.p_place;
    update ff_suspension as s
    set
        signal_count = v_signal_count,
        last_signal_at = v_last_signal_at,
        progress = v_progress
    where s.suspension_id = p_suspension.suspension_id;
    return (select s.signal_id from ff_signal as s where s.signal_number = v_closer_number);
end;
$_weigh_buffered$;

comment on function _weigh_buffered is
'Weighs the signals that came before the suspension, all at once; returns the one that satisfied the condition, if any.';
