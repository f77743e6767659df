create or replace function _weigh_buffered(p_suspension ff_suspension)
returns uuid
language plpgsql
as $_weigh_buffered$
declare
    v_signals _signal[] := '{}'::_signal[];
    v_effect ff_signal_effect;
    v_is_satisfier boolean;
    v_closer_id uuid;
    v_signal_count integer := 0;
    v_last_signal_at timestamptz;
    r_signal record;
begin
    for r_signal in
        select
            s.signal_number,
            s.accepted_at,
            (
                w.waitpoint_key, s.signal_name, s.signal_id,
                -- one worker may have made the waitpoint, and another one may wait for it
                case
                    when not _is_own_signal(
                        p_suspension.suspended_by, p_suspension.worker_id,
                        p_suspension.worker_instance_id, s.delivered_by, s.source_identity
                    ) then s.source_key
                end
            )::_signal as said
        from ff_waitpoint as w
        inner join ff_signal as s on s.waitpoint_id = w.waitpoint_id
        where w.suspension_id = p_suspension.suspension_id
        order by s.signal_number
    loop
        v_effect := _weigh_signal(p_suspension.condition, v_signals, r_signal.said);
        v_is_satisfier := v_closer_id is null
            and v_effect in ('resume_condition_satisfied', 'appended_to_waitpoint');
        if v_is_satisfier then
            v_signals := v_signals || r_signal.said;
        end if;
        if v_is_satisfier and v_effect = 'resume_condition_satisfied' then
            v_closer_id := (r_signal.said).signal_id;
        end if;
        update ff_signal as s
        set
            suspension_id = p_suspension.suspension_id,
            source_key = (r_signal.said).source_key,
            is_satisfier = v_is_satisfier
        where s.signal_number = r_signal.signal_number;
        v_signal_count := v_signal_count + 1;
        v_last_signal_at := greatest(v_last_signal_at, r_signal.accepted_at);
    end loop;
    if v_signal_count > 0 then
        update ff_suspension as s
        set signal_count = v_signal_count, last_signal_at = v_last_signal_at
        where s.suspension_id = p_suspension.suspension_id;
    end if;
    return v_closer_id;
end;
$_weigh_buffered$;

comment on function _weigh_buffered is
'Weighs the signals that came before the suspension, in their order; returns the one that satisfied the condition, if any.';
