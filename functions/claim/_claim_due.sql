create or replace function _claim_due(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_limit integer,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    p_row_ids tid[] default null,
    p_is_plain boolean default null,
    p_now timestamptz default null
)
returns setof ff_claimed_execution
language plpgsql
as $_claim_due$
declare
    v_now timestamptz;
    v_row_ids tid[] := p_row_ids;
    v_rules jsonb;
    v_is_plain boolean := p_is_plain;
    v_stop_at timestamptz;
    v_claimed_count integer := 0;
    v_seen_count integer := 0;
begin
    -- rows past their time are ended on the way, as far as a limit of rounds and of time allows
    for v_round in 1..greatest(100 / p_limit, 10) loop
        -- nothing here waits for a lock, so the clock may be read first
        v_now := coalesce(case when v_round = 1 then p_now end, _now());
        if v_round > 1 or p_row_ids is null then
            select d.p_row_ids, d.p_rules, d.p_is_plain
            into v_row_ids, v_rules, v_is_plain
            from _lock_due_rows(p_lane_id, p_capabilities, v_now, p_limit - v_claimed_count) as d;
        end if;
        if v_row_ids = '{}' then
            if v_claimed_count = 0 then
                -- there is no work: a good time for maintenance, which may make work visible
                perform _ask_for_tick();
            end if;
            exit;
        end if;
        v_seen_count := v_seen_count + cardinality(v_row_ids);
        if not v_is_plain then
            v_stop_at := coalesce(v_stop_at, v_now + _ride_along_time());
            v_row_ids := _settle_rows(
                v_row_ids, v_rules, v_now, v_stop_at, p_lease_ttl_ms, p_attempt_timeout_ms
            );
            exit when v_row_ids = '{}' and not _has_time(v_stop_at, v_seen_count);
            -- rows that were ended instead of claimed make room for others
            continue when v_row_ids = '{}';
        end if;
        return query
        select t.*
        from _take_leases(
            v_row_ids, _sibling_uuids(gen_random_uuid(), cardinality(v_row_ids)), v_now,
            p_lane_id, p_worker_id, p_worker_instance_id, p_lease_ttl_ms, p_attempt_timeout_ms,
            coalesce(_has_limits(v_rules), false)
        ) as t;
        v_claimed_count := v_claimed_count + cardinality(v_row_ids);
        exit when
            v_is_plain
            or v_claimed_count >= p_limit
            or not _has_time(v_stop_at, v_seen_count);
    end loop;
end;
$_claim_due$;

comment on function _claim_due is
'Takes up to p_limit due executions of a lane, whatever they are: the body of batches, and of a single claim that meets what is not simply waiting for the first time; p_row_ids: rows that the claim has locked already, and judged by p_now, which come first.';
