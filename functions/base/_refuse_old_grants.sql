create or replace function _refuse_old_grants(p_lane_id text)
returns void
language plpgsql
as $_refuse_old_grants$
begin
    if current_setting('transaction_isolation') = 'read committed'
        or current_setting('transaction_read_only') = 'on'
    then
        return;
    end if;
    begin
        -- A session that holds the row now has not committed, so the snapshot is still right.
        perform from ff_lane as l where l.lane_id = p_lane_id for share skip locked;
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        -- a revocation must not have to wait for this transaction
        when raise_exception then
            null;
    end;
end;
$_refuse_old_grants$;

comment on function _refuse_old_grants is
'Raises 40001 where the caller reads an old snapshot, may write, and a right in the lane was revoked since.';
