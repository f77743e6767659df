create or replace function _ring_for_frame_at_commit()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $_ring_for_frame_at_commit$
begin
    -- once for all frames of an execution
    if current_setting('flowfabric.rung_stream', true) = new.execution_id::text
        or current_setting('flowfabric.doorbell', true) = 'off'
        -- a transaction that was made read only since: the next tick finds its readers
        or current_setting('transaction_read_only') = 'on'
    then
        return null;
    end if;
    -- an older snapshot does not show which readers have begun to sleep since: ring on suspicion
    if current_setting('transaction_isolation') <> 'read committed'
        or exists (
            select 1
            from ff_stream_bell as b
            where b.execution_id = new.execution_id
        )
    then
        insert into ff_ring_request (execution_id)
        values (new.execution_id);
        perform set_config('flowfabric.rung_stream', new.execution_id::text, true);
    end if;
    return null;
end;
$_ring_for_frame_at_commit$;

comment on function _ring_for_frame_at_commit is
'Asks for a ring of the bells of readers of a stream, if there are any, when a transaction commits that has appended a frame.';
