create or replace function _is_tick_due(p_period interval default interval '1 second')
returns boolean
language plpgsql
as $_is_tick_due$
declare
    v_now constant timestamptz := _now();
    v_ticked_at timestamptz;
begin
    -- an older snapshot cannot do maintenance, and must not make other sessions believe it was done
    if current_setting('transaction_isolation') <> 'read committed' then
        return false;
    end if;
    select t.ticked_at into v_ticked_at from ff_tick_log as t order by t.tick_id desc limit 1;
    return (v_ticked_at > v_now - p_period and v_ticked_at <= v_now) is not true;
end;
$_is_tick_due$;

comment on function _is_tick_due is 'Whether the last tick is long enough ago.';
