create or replace function ff_cancel_flow(
    p_flow_id uuid,
    p_reason text,
    p_cancellation_policy text default 'cancel_all',
    p_actor text default null,
    p_after uuid default null,
    p_limit integer default 100
)
returns ff_cancelled_flow
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_cancel_flow$
declare
    v_flow ff_flow;
    v_now timestamptz;
    v_flow_state text;
    v_is_over boolean;
    v_cancelled_count integer := 0;
    v_remaining_count bigint;
    v_member_ids uuid[];
begin
    perform _check_text('p_reason', p_reason, 65536);
    if p_cancellation_policy is null then
        perform _raise_null('p_cancellation_policy');
    elsif p_cancellation_policy not in ('cancel_all', 'cancel_pending', 'cancel_flow_only') then
        perform _raise_invalid(
            'p_cancellation_policy', 'must be cancel_all, cancel_pending or cancel_flow_only'
        );
    end if;
    if p_actor is not null then
        perform _check_name('p_actor', p_actor, 'label');
    end if;
    perform _check_page_size(p_limit);
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'operate');
    v_flow := _lock_flow(p_flow_id);
    v_now := _now();
    v_flow_state := (_counted_flow(p_flow_id, v_now)).public_flow_state;
    v_is_over := v_flow_state in ('cancelled', 'completed', 'failed');
    if not v_is_over then
        update ff_flow as f
        set
            cancelled_at = v_now,
            cancel_reason = p_reason,
            cancellation_policy = p_cancellation_policy::ff_cancellation_policy,
            updated_at = v_now
        where f.flow_id = p_flow_id;
        perform _record_flow_cancelled(p_flow_id, v_now, p_cancellation_policy, p_reason, p_actor);
        v_cancelled_count := _cancel_members(p_flow_id, 1000, v_now + _ride_along_time());
    end if;
    v_remaining_count := (select count(*) from _members_to_cancel(p_flow_id) as m);
    v_member_ids := array(
        select m.execution_id
        from ff_flow_member as m
        where m.flow_id = p_flow_id and (p_after is null or m.execution_id > p_after)
        order by m.execution_id
        -- one more than the page has tells whether there is another page
        limit p_limit + 1
    );
    return (
        p_flow_id,
        case
            when v_is_over then 'already_terminal'
            when v_remaining_count > 0
                or (
                    -- a todo was left for members that this snapshot does not show
                    p_cancellation_policy <> 'cancel_flow_only'
                    and current_setting('transaction_isolation') <> 'read committed'
                )
                then 'cancellation_scheduled'
            else 'cancelled'
        end,
        case when v_is_over then v_flow_state else 'cancelled' end,
        case when v_is_over then v_flow.cancellation_policy::text else p_cancellation_policy end,
        case when v_is_over then v_flow.cancel_reason else p_reason end,
        v_cancelled_count,
        v_remaining_count,
        v_member_ids[:p_limit],
        coalesce(v_member_ids[least(p_limit, cardinality(v_member_ids))], p_after),
        cardinality(v_member_ids) > p_limit
    )::ff_cancelled_flow;
end;
$ff_cancel_flow$;

comment on function ff_cancel_flow is
$$Cancels a flow. Its members cannot be claimed any more, and no member can be added; members that have ended stay as they are.

| `p_cancellation_policy` | Members that wait | that run | that are suspended |
|---|---|---|---|
| `cancel_all` | are cancelled | are cancelled; the lease ends | are cancelled |
| `cancel_pending` | are cancelled | may finish | stay suspended |
| `cancel_flow_only` | stay as they are, but cannot be claimed | may finish | stay suspended |

A member that may finish but has to wait again (after a retry, a lapsed lease or a signal) is cancelled by the next claim that finds it. Under `cancel_flow_only` that claim pauses it (`paused_by_flow_cancel`) until it is cancelled by itself.

Effects: `cancelled`: all of this is done; members that other sessions add before the call is committed are cancelled by claims and ticks. `cancellation_scheduled`: `remaining_count` members are held by other sessions, or were too many for one call; claims and ticks cancel them later. In REPEATABLE READ and SERIALIZABLE this is always the outcome, because members may have been submitted after the snapshot was taken. `member_execution_ids` is a page of the members, ended ones among them: while `is_more`, the same call with `after` as `p_after` returns the next page, and changes nothing. Members are cancelled as by `ff_cancel_execution`, with this reason and `flow_cascade` as the source.

Idempotent: for a cancelled flow the call returns `already_terminal`, with the stored policy and reason. For a flow whose members have all ended it returns `already_terminal` without them: its `public_flow_state` stays `completed` or `failed`, and it is not closed.

Locks: the flow, and the members it cancels, until the caller's transaction ends. It does not wait for members.

Errors: ZF401 flow_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, cancelled_count, remaining_count
from flowfabric.ff_cancel_flow(
    '0192f0a0-2222-7222-8222-123456789012', 'the release was withdrawn', p_actor => 'ada'
);
```
$$;
