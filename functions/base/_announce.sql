create or replace function _announce()
returns timestamptz
language plpgsql
as $_announce$
declare
    -- holders of the gate go by it, so it comes before anything that they could be waited for
    v_transaction_id constant xid8 := pg_current_xact_id();
    v_at timestamptz;
    v_is_mark_far_behind boolean;
begin
    -- Anew in every call, never remembered: ROLLBACK TO a savepoint gives the lock back.
    lock table ff_gate_h in row share mode;
    -- after the gate, and not below the mark: heads rely on both
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
$_announce$;

comment on function _announce is
'Reads the clock for a call that is about to make something claimable at a new moment: the moment must not be below the answer. Holds gate H until the transaction ends, which keeps the claim heads below it.';
