create or replace function _announce()
returns timestamptz
language plpgsql
as $_announce$
begin
    -- Anew in every call, never remembered: ROLLBACK TO a savepoint gives the lock back.
    lock table ff_gate_h in row share mode;
    -- after the gate, and not below the newest record: heads rely on both
    return greatest(
        _now(), (select r.clock_at from ff_clock_record as r order by r.record_id desc limit 1)
    );
end;
$_announce$;

comment on function _announce is
'Reads the clock for a call that is about to make something claimable at a new moment: the moment must not be below the answer. Holds gate H until the transaction ends, which keeps the claim heads below it.';
