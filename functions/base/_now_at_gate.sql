create or replace function _now_at_gate()
returns timestamptz
language plpgsql
as $_now_at_gate$
declare
    -- the transaction id identifies holders of the gate, so it is assigned before the gate is taken
    v_transaction_id constant xid8 := pg_current_xact_id();
    v_marked_at timestamptz;
    v_now timestamptz;
begin
    -- Taken in every call, not remembered: ROLLBACK TO a savepoint gives the lock back.
    lock table ff_gate_h in row share mode;
    -- read after the gate is held: heads rely on it
    v_marked_at := to_timestamp(pg_sequence_last_value('ff_clock_mark'::regclass) / 1e6::float8);
    v_now := _now();
    if (v_now <= v_marked_at + interval '2 seconds') is not true then
        perform _raise_mark();
    end if;
    -- not below the mark: heads rely on that, too
    return greatest(v_now, v_marked_at);
end;
$_now_at_gate$;

comment on function _now_at_gate is
'Reads the clock for a call that is about to make an execution claimable at a new moment, which must not be below the returned one. Holds gate H until the transaction ends, which keeps the claim heads below that moment.';
