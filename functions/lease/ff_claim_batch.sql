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
begin
    perform _check_claim_arguments(
        p_lane_id, p_worker_id, p_worker_instance_id,
        p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
    );
    perform _check_lane(p_lane_id, 'claim');
    if p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 1 and 10000 then
        perform _raise_invalid('p_limit', 'must be between 1 and 10000');
    end if;

    -- Maintenance rides along before this claim holds anything. What piles up in front of a head is
    -- waded through once for a whole batch, so the larger it is the more may pile up.
    if nextval('ff_claim_count') % greatest(round(64 / sqrt(p_limit))::integer, 1) = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _ask_for_tick();
    end if;

    return query
    select c.*
    from _claim_due(
        p_lane_id, p_worker_id, p_worker_instance_id, p_limit, p_capabilities,
        p_lease_ttl_ms, p_attempt_timeout_ms
    ) as c;
end;
$ff_claim_batch$;

comment on function ff_claim_batch is
$$Takes up to `p_limit` due executions of a lane at once, each with a lease of its own.

Effects: as `ff_claim` for each; one event for the batch.

Idempotent: no; each call takes other executions.

Locks: the executions taken, until the caller's transaction ends; waits for nobody.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 1 to 10000).

Example:
```sql
select handle, execution_id, input
from flowfabric.ff_claim_batch('emails', 'mailer', 'mailer-7f3a', 100);
```
$$;
