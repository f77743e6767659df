create or replace function _claim_due(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_limit integer,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint
)
returns setof ff_claimed_execution
language plpgsql
as $_claim_due$
declare
    v_now timestamptz;
    v_rows _due_row[];
    v_is_plain boolean;
    v_claimed_count integer := 0;
begin
    -- what is over is ended on the way, but not without end in one transaction
    for v_round in 1..greatest(100 / p_limit, 10) loop
        -- nothing here waits for a lock, so the clock may be read first
        v_now := _now();
        select d.p_rows, d.p_is_plain
        into v_rows, v_is_plain
        from _lock_due_rows(
            p_lane_id, p_capabilities, v_now, p_limit - v_claimed_count,
            p_lease_ttl_ms, p_attempt_timeout_ms
        ) as d;
        if v_rows = '{}' then
            if v_claimed_count = 0 then
                -- nothing to do is the time for maintenance, which may bring something to light
                perform _ask_for_tick();
            end if;
            exit;
        end if;
        if not v_is_plain then
            v_rows := _settle_rows(v_rows, v_now);
            -- rows that were ended instead of claimed make room for others
            continue when v_rows = '{}';
        end if;
        return query
        select t.*
        from _take_leases(
            v_rows, _sibling_uuids(gen_random_uuid(), cardinality(v_rows)), v_now,
            p_lane_id, p_worker_id, p_worker_instance_id, p_lease_ttl_ms
        ) as t;
        v_claimed_count := v_claimed_count + cardinality(v_rows);
        exit when v_is_plain or v_claimed_count >= p_limit;
    end loop;
end;
$_claim_due$;

comment on function _claim_due is
'Takes up to p_limit due executions of a lane, whatever they are: the body of batches, and of a single claim that meets what is not simply waiting for the first time.';
