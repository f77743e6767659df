create or replace function _described_waits(p_execution ff_exec_core, p_now timestamptz)
returns jsonb
language plpgsql
stable
as $_described_waits$
begin
    if p_execution.state not in ('delayed_resume', 'suspended_signal', 'children_resume') then
        return null;
    end if;
    return (
        select jsonb_agg(
            jsonb_strip_nulls(jsonb_build_object(
                'step_key', s.step_key,
                'kind', s.kind,
                'reason', case s.kind
                    when 'timer' then format(
                        'sleeps until %s',
                        to_char(s.wake_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                    )
                    when 'signal' then format('waits for signal %s', s.signal_name)
                    else format('waits for %s of %s children', c.missing_count, s.total_count)
                end,
                'signal_name', s.signal_name,
                'missing_count', c.missing_count,
                'total_count', s.total_count,
                'begun_at', s.begun_at,
                'wake_at', s.wake_at,
                'remaining_ms', _ms_until(s.wake_at, p_now)
            ))
            order by s.place
        )
        from _awaited_steps(p_execution) as s
        cross join lateral (
            select case
                when s.kind = 'wait'
                    then greatest(s.awaited_count - cardinality(_finished_children(s)), 0)
            end as missing_count
        ) as c
    );
end;
$_described_waits$;

comment on function _described_waits is
'The open waits of the steps of an execution, as JSON; null without any.';
