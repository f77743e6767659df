create or replace function _now_at_gate()
returns timestamptz
language plpgsql
as $_now_at_gate$
declare
    -- the transaction id identifies holders of the gate, so it is assigned before the gate is taken
    v_transaction_id constant xid8 := pg_current_xact_id();
    v_at timestamptz;
    v_is_mark_far_behind boolean;
begin
    -- Taken in every call, not remembered: ROLLBACK TO a savepoint gives the lock back.
    lock table ff_gate_h in row share mode;
    -- read after the gate is held, and not below the clock mark: heads rely on both
    select greatest(n.now_at, k.marked_at), n.now_at > k.marked_at + interval '2 seconds'
    into v_at, v_is_mark_far_behind
    from (select _now() as now_at) as n
    cross join (
        select to_timestamp(m.last_value / 1e6::float8) as marked_at from ff_clock_mark as m
    ) as k;
    if v_is_mark_far_behind then
        perform _raise_mark();
    end if;
    return v_at;
end;
$_now_at_gate$;

comment on function _now_at_gate is
'Reads the clock for a call that is about to make an execution claimable at a new moment, which must not be below the returned one. Holds gate H until the transaction ends, which keeps the claim heads below that moment.';
