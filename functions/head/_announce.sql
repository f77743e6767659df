create or replace function _announce()
returns timestamptz
language plpgsql
as $_announce$
declare
    -- holders of the gate go by it, so it comes before anything that they could be waited for
    v_transaction_id constant xid8 := pg_current_xact_id();
begin
    -- Anew in every call, never remembered: ROLLBACK TO a savepoint gives the lock back.
    lock table ff_gate_h in row share mode;
    -- after the gate, and not below the mark: heads rely on both
    return greatest(
        _now(), (select to_timestamp(m.last_value / 1e6::float8) from ff_clock_mark as m)
    );
end;
$_announce$;

comment on function _announce is
'Reads the clock for a call that is about to make something claimable at a new moment: the moment must not be below the answer. Holds gate H until the transaction ends, which keeps the claim heads below it.';
