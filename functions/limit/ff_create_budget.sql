create or replace function ff_create_budget(
    p_budget_id uuid,
    p_scope_type text,
    p_scope_id text,
    p_enforcement_mode text default 'strict',
    p_on_hard_limit text default 'block',
    p_on_soft_limit text default 'warn',
    p_reset_interval_ms bigint default 0,
    p_dimensions text[] default '{}',
    p_hard_limits bigint[] default '{}',
    p_soft_limits bigint[] default '{}'
)
returns ff_created_budget
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_create_budget$
declare
    v_now constant timestamptz := _now();
begin
    if p_budget_id is null then
        perform _raise_null('p_budget_id');
    end if;
    perform _check_name('p_scope_type', p_scope_type, 'label');
    perform _check_name('p_scope_id', p_scope_id, 'label');
    perform _check_name('p_on_soft_limit', p_on_soft_limit, 'label');
    if p_enforcement_mode is null then
        perform _raise_null('p_enforcement_mode');
    elsif p_enforcement_mode not in ('strict', 'warn') then
        perform _raise_invalid('p_enforcement_mode', 'must be strict or warn');
    elsif p_on_hard_limit is null then
        perform _raise_null('p_on_hard_limit');
    elsif p_on_hard_limit not in ('block', 'cancel_pending', 'cancel_all') then
        perform _raise_invalid('p_on_hard_limit', 'must be block, cancel_pending or cancel_all');
    elsif p_reset_interval_ms is null then
        perform _raise_null('p_reset_interval_ms');
    elsif not _is_duration(p_reset_interval_ms, 0) then
        perform _raise_invalid('p_reset_interval_ms', 'must be between 0 and 315360000000');
    end if;
    perform _check_dimensions(p_dimensions, p_hard_limits, p_soft_limits);
    if p_scope_type = 'flow'
        and p_on_hard_limit <> 'block'
        and p_scope_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then
        -- it will cancel with the rights of its creator
        perform _check_flow(p_scope_id::uuid, 'operate');
    end if;

    insert into ff_budget (
        budget_id, scope_type, scope_id, enforcement_mode, on_hard_limit, on_soft_limit,
        reset_interval_ms, next_reset_at, owner_name, created_at
    )
    values (
        p_budget_id, p_scope_type, p_scope_id, p_enforcement_mode,
        p_on_hard_limit::ff_budget_stop, p_on_soft_limit, p_reset_interval_ms,
        case when p_reset_interval_ms > 0 then _after_ms(v_now, p_reset_interval_ms) end,
        _caller(), v_now
    )
    on conflict do nothing;
    if not found then
        return (
            p_budget_id,
            case
                when exists (
                    select 1
                    from ff_budget as b
                    where
                        b.budget_id = p_budget_id
                        and b.scope_type = p_scope_type
                        and b.scope_id = p_scope_id
                        and b.enforcement_mode = p_enforcement_mode
                        and b.on_hard_limit = p_on_hard_limit::ff_budget_stop
                        and b.on_soft_limit = p_on_soft_limit
                        and b.reset_interval_ms = p_reset_interval_ms
                ) and not exists (
                    -- a dimension without limits may be left out
                    select 1
                    from unnest(p_dimensions, p_hard_limits, p_soft_limits) as d (
                        dimension, hard_limit, soft_limit
                    )
                    full join (
                        select u.* from ff_budget_usage as u where u.budget_id = p_budget_id
                    ) as u on u.dimension = d.dimension
                    where
                        coalesce(u.hard_limit, 0) <> coalesce(d.hard_limit, 0)
                        or coalesce(u.soft_limit, 0) <> coalesce(d.soft_limit, 0)
                ) then 'already_satisfied'
                else 'differs'
            end
        )::ff_created_budget;
    end if;
    insert into ff_budget_usage (budget_id, dimension, hard_limit, soft_limit)
    select p_budget_id, d.dimension, d.hard_limit, d.soft_limit
    from unnest(p_dimensions, p_hard_limits, p_soft_limits) as d (
        dimension, hard_limit, soft_limit
    );
    insert into ff_limit_lock (limit_id, limit_key)
    values (p_budget_id, _budget_limit_key());
    return (p_budget_id, 'created')::ff_created_budget;
end;
$ff_create_budget$;

comment on function ff_create_budget is
$$Creates a budget: how much may be spent in each of its dimensions, until it is reset.

Give it to executions (`p_budget_ids` of `ff_create_execution`) or to a lane (`ff_register_lane`): they are not claimed while a hard limit is reached. Charge the budget with `ff_record_spend` or `ff_report_usage`; the usage never exceeds a hard limit. To be sure that an amount is available before you spend it, reserve it with `ff_reserve_budget`.

A limit of 0 means no limit; the three arrays have the same length. `p_reset_interval_ms` is the interval after which the usage is reset to 0; with 0 only `ff_reset_budget` resets it. `p_enforcement_mode`: `strict`, or `warn`, under which nothing is refused and a hard limit gives a `soft_breach`. `p_on_hard_limit` is the effect of a charge that is refused because it would exceed a hard limit: `block` has no further effect; `cancel_pending` cancels waiting members of the flow (of the execution, or of the budget with `p_scope_type` `flow`); `cancel_all` also suspended ones, and asks running ones to stop (`cancel_requested` at its next renewal). `p_on_soft_limit` is a note, which has no effect.

Effects: stores the budget; it belongs to the caller's role. All roles may use a budget of an operator; one that `ff_set_owner` gave to another role is for its members and operators.

Idempotent: yes: a budget that exists is not changed, and the call returns `already_satisfied`, or `differs` when it was created in another way.

Locks: its new rows; waits only for an open transaction that creates the same budget.

Errors: ZF801 not_authorised when it may cancel a flow with work in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_create_budget(
    '0192f0a0-6666-7666-8666-123456789012', 'tenant', 'acme',
    p_dimensions => '{tokens}', p_hard_limits => '{1200}', p_soft_limits => '{800}'
);
```
$$;
