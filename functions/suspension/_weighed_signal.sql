create or replace function _weighed_signal(
    p_waitpoint ff_waitpoint,
    p_signal ff_signal,
    p_now timestamptz
)
returns ff_signal_effect
language plpgsql
as $_weighed_signal$
declare
    v_condition jsonb;
    v_signals _signal[];
begin
    -- Every delivery writes this row, so that two of them conflict even when neither snapshot shows
    -- the other's signal.
    update ff_suspension as s
    set signal_count = s.signal_count + 1, last_signal_at = p_now
    where s.suspension_id = p_waitpoint.suspension_id
    returning s.condition into v_condition;
    v_signals := array(
        select (w.waitpoint_key, s.signal_name, s.signal_id, s.source_key)::_signal
        from ff_signal as s
        inner join ff_waitpoint as w on w.waitpoint_id = s.waitpoint_id
        where s.suspension_id = p_waitpoint.suspension_id and s.is_satisfier
        order by s.signal_number
    );
    return _weigh_signal(
        v_condition,
        v_signals,
        (
            p_waitpoint.waitpoint_key, p_signal.signal_name, p_signal.signal_id, p_signal.source_key
        )::_signal
    );
end;
$_weighed_signal$;

comment on function _weighed_signal is 'The effect of a signal on the suspension that waits for its waitpoint.';
