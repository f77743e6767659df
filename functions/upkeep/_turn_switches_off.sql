create or replace function _turn_switches_off()
returns void
language plpgsql
as $_turn_switches_off$
declare
    r_plain record;
begin
    -- an older snapshot does not show the settings of now
    if current_setting('transaction_isolation') <> 'read committed'
        or not _may_turn_switches_off()
    then
        return;
    end if;
    begin
        lock table ff_lane, ff_meta in share mode nowait;
        -- by a snapshot from after the lock, which shows every change that has ended
        r_plain := _are_lanes_plain();
        perform setval('ff_work_switch', _server_run('ff_work_switch'))
        where r_plain.p_for_work;
        perform setval('ff_submission_switch', _server_run('ff_submission_switch'))
        where r_plain.p_for_submissions;
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        -- changes of lanes must not wait until this transaction ends; the sequences keep the value
        when lock_not_available or raise_exception then
            null;
    end;
end;
$_turn_switches_off$;

comment on function _turn_switches_off is
'Turns the switches off for which there is nothing to look for, unless a transaction that may change this is open.';
