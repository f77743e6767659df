create or replace function _is_tick_due(p_period interval default interval '1 second')
returns boolean
language plpgsql
as $_is_tick_due$
declare
    v_now constant timestamptz := _now();
    v_last constant ff_tick_log := _last_tick();
begin
    -- an older snapshot cannot do maintenance, and must not make other sessions believe it was done
    if current_setting('transaction_isolation') <> 'read committed' then
        return false;
    end if;
    if v_last.has_more then
        p_period := least(p_period, interval '25 milliseconds');
    end if;
    return (v_last.ticked_at > v_now - p_period and v_last.ticked_at <= v_now) is not true
        and _upkeep_due_at(v_last) <= _now();
end;
$_is_tick_due$;

comment on function _is_tick_due is 'Whether the last tick is long enough ago, and there is something to do for the next one.';
