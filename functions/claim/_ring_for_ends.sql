create or replace function _ring_for_ends(p_execution_ids uuid[])
returns void
language plpgsql
as $_ring_for_ends$
begin
    if pg_sequence_last_value('ff_end_bell_until'::regclass) > date_part('epoch', _now()) then
        insert into ff_ring_request (ended_id)
        select i.execution_id
        from unnest(p_execution_ids) as i (execution_id)
        where
            -- an older snapshot does not show who has begun to wait since: it rings on suspicion
            current_setting('transaction_isolation') <> 'read committed'
            or exists (select 1 from ff_end_bell as b where b.execution_id = i.execution_id);
    end if;
end;
$_ring_for_ends$;

comment on function _ring_for_ends is
'Requests a ring for sessions that wait for the results of executions that have ended.';
