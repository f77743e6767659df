create or replace function _save_suspension(
    p_execution_id uuid,
    p_step_key text,
    p_closer_signal_id uuid,
    p_now timestamptz
)
returns void
language plpgsql
as $_save_suspension$
declare
    -- contents of more are left out: ff_observe_signals has them in the attempt that goes on
    v_most_bytes constant integer := 8388608;
    v_step ff_step;
    v_suspension ff_suspension;
    v_signals jsonb;
begin
    select s.*
    into v_step
    from ff_step as s
    where s.execution_id = p_execution_id and s.step_key = p_step_key;
    select s.*
    into v_suspension
    from ff_suspension as s
    where s.suspension_id = v_step.suspension_id;
    v_step.outcome := case
        when p_closer_signal_id is not null then 'received'
        when v_suspension.close_reason = 'resumed' then 'resumed'
        else 'timed_out'
    end;
    if p_closer_signal_id is not null then
        select jsonb_agg(
            jsonb_strip_nulls(jsonb_build_object(
                'signal_name', g.signal_name,
                'waitpoint_key', g.waitpoint_key,
                'source_type', g.source_type,
                'source_identity', g.source_identity,
                'payload', case
                    when g.bytes <= v_most_bytes then encode(g.payload, 'hex')
                end,
                'accepted_at', g.accepted_at
            )) || case
                when g.input is not null and g.bytes <= v_most_bytes
                    then jsonb_build_object('input', g.input)
                else '{}'
            end
            order by g.signal_number
        )
        into v_signals
        from (
            select
                s.*,
                w.waitpoint_key,
                sum(
                    coalesce(pg_column_size(s.input), 0)
                    + 2 * coalesce(octet_length(s.payload), 0)
                ) over (order by s.signal_number) as bytes
            from (
                select distinct c.p_signal_number as signal_number
                from _counted_signals(v_suspension.condition, v_suspension.suspension_id) as c
            ) as n
            inner join ff_signal as s on s.signal_number = n.signal_number
            inner join ff_waitpoint as w on w.waitpoint_id = s.waitpoint_id
        ) as g;
    end if;
    v_step.output := jsonb_build_object(
        'outcome', v_step.outcome, 'signals', coalesce(v_signals, '[]')
    );
    perform _store_outcome(v_step, p_now);
end;
$_save_suspension$;

comment on function _save_suspension is
'Stores the outcome of a suspension that is a step, with the signals that satisfied its condition.';
