create or replace function _tick_if_due()
returns boolean
language plpgsql
as $_tick_if_due$
declare
    v_now constant timestamptz := _now();
    v_ticked_at timestamptz;
begin
    -- an older snapshot is of no use for maintenance, and must not make others believe it was done
    if current_setting('transaction_isolation') <> 'read committed' then
        return false;
    end if;
    select t.ticked_at into v_ticked_at from ff_tick_log as t order by t.tick_id desc limit 1;
    if v_ticked_at > v_now - _tick_period() and v_ticked_at <= v_now then
        return false;
    end if;
    if not _take_turn('tick', 1) then
        return false;
    end if;
    perform count(*) from _run_tick(1000);
    return true;
end;
$_tick_if_due$;

comment on function _tick_if_due is
'Runs a bounded tick when the last one is long enough ago; true when it did.';
