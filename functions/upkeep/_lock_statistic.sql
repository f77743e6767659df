create or replace function _lock_statistic()
returns ff_statistic
language plpgsql
as $_lock_statistic$
declare
    v_newest ff_statistic := _newest_statistic();
    v_locked_id bigint;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        -- an older snapshot does not show the newest counts
        return null;
    end if;
    -- without waiting: the transaction of the other session may stay open
    select s.statistic_id
    into v_locked_id
    from ff_statistic as s
    where
        s.counted_event_id = v_newest.counted_event_id
        and s.statistic_id = v_newest.statistic_id
    for update skip locked;
    -- by a later statement: another session may have counted before the lock was free
    v_newest := _newest_statistic();
    return case when v_newest.statistic_id = v_locked_id then v_newest end;
end;
$_lock_statistic$;

comment on function _lock_statistic is
'Locks the newest counts until the transaction ends, so that no other session counts; null when one does.';
