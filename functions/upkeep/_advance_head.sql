create or replace function _advance_head(p_lane_id text, p_capabilities text[])
returns void
language plpgsql
as $_advance_head$
declare
    v_now constant timestamptz := _now();
    v_proof _proof;
    v_routes _due_route[];
begin
    -- Tables show the snapshot, pg_locks shows the present: a holder can have ended while its rows
    -- are still invisible in an older snapshot.
    if current_setting('transaction_isolation') <> 'read committed' then
        return;
    end if;
    if not _take_job_slot('heads', 10) then
        return;
    end if;
    v_proof := _prove_clock();
    if v_proof.proven_at is null then
        return;
    end if;
    v_routes := _best_due_routes(
        p_lane_id, p_capabilities, v_now, p_is_first_enough => true
    );
    if v_routes <> '{}' then
        perform _move_head(v_routes[1].route_id, v_proof);
    end if;
end;
$_advance_head$;

comment on function _advance_head is
'Moves the head of the route that a claim is about to take from, so that busy routes need not wait for a tick.';
