create or replace function _lock_slots(p_execution_id uuid, p_partition_key smallint)
returns void
language plpgsql
as $_lock_slots$
begin
    -- What is locked here nobody can take any more, though the lease run out. What somebody has
    -- taken just now is not to be had: then it has run out, as the clock that is read next says.
    perform from ff_quota_token as t
    where
        t.execution_id = p_execution_id
        and t.partition_key = p_partition_key
        and t.kind = 'slot'
    for no key update skip locked;
end;
$_lock_slots$;

comment on function _lock_slots is
'Holds the slots of a lease that is about to be renewed; before the clock is read.';
