create or replace function ff_claim_batch(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_limit integer,
    p_capabilities text[] default '{}',
    p_lease_ttl_ms bigint default 30000,
    p_attempt_timeout_ms bigint default null
)
returns setof ff_claimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_claim_batch$
declare
    v_now timestamptz;
    v_row_ids tid[];
    v_is_plain boolean;
    v_claimed_count integer := 0;
    v_count integer;
    v_has_looked_twice boolean := false;
begin
    perform _check_claim_arguments(
        p_lane_id, p_worker_id, p_worker_instance_id,
        p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
    );
    if p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 1 and 10000 then
        perform _raise_invalid('p_limit', 'must be between 1 and 10000');
    end if;

    -- maintenance rides along before this claim holds anything; a batch counts as what it asks for
    if nextval('ff_claim_count') % greatest(64 / p_limit, 1) = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _tick_if_due();
    end if;

    -- nothing here waits for a lock, so the clock may be read first
    v_now := _now();
    -- what is over is ended on the way, but not without end in one transaction
    for v_round in 1..10 loop
        select d.p_row_ids, d.p_is_plain
        into v_row_ids, v_is_plain
        from _lock_due_rows(p_lane_id, p_capabilities, v_now, p_limit - v_claimed_count) as d;
        if v_row_ids = '{}' then
            -- nothing to do is the time for maintenance, which may bring something to light
            exit when v_claimed_count > 0 or v_has_looked_twice or not _tick_if_due();
            v_has_looked_twice := true;
            v_now := _now();
            continue;
        end if;

        if not v_is_plain then
            v_row_ids := _settle_rows(v_row_ids, v_now);
        end if;
        return query
        select c.*
        from _take_leases(
            v_row_ids, v_now, p_lane_id, p_worker_id, p_worker_instance_id,
            p_lease_ttl_ms, p_attempt_timeout_ms
        ) as c;
        get diagnostics v_count = row_count;
        v_claimed_count := v_claimed_count + v_count;
        -- rows that were ended instead of claimed make room for others
        exit when v_claimed_count >= p_limit or v_is_plain;
    end loop;
end;
$ff_claim_batch$;

comment on function ff_claim_batch is
$$Takes up to `p_limit` due executions of a lane at once, each with a lease of its own.

Effects: as `ff_claim` for each; one event for the batch.

Idempotent: no; each call takes other executions.

Locks: the executions taken, until the caller's transaction ends; waits for nobody.

Errors: 22023 and 22004 for arguments (`p_limit` is 1 to 10000).

Example:
```sql
select handle, execution_id, input
from flowfabric.ff_claim_batch('emails', 'mailer', 'mailer-7f3a', 100);
```
$$;
