create or replace function _charge_budget(
    p_budget_id uuid,
    p_call ff_budget_call,
    p_key text,
    p_amounts jsonb,
    p_execution ff_exec_core default null
)
returns ff_budget_charge
language plpgsql
as $_charge_budget$
declare
    v_execution_id constant uuid := p_execution.execution_id;
    v_key constant bytea := _key_digest(p_budget_id::text, p_key);
    v_budget constant ff_budget := _lock_budget(p_budget_id);
    v_now constant timestamptz := _now();
    v_breach ff_budget_usage;
    v_known ff_budget_key;
    v_answer ff_budget_charge;
begin
    select k.*
    into v_known
    from ff_budget_key as k
    where
        k.budget_id = p_budget_id
        and k.call = p_call
        and k.key_digest = v_key
        and k.expires_at > v_now;
    if found then
        if (v_known.execution_id, v_known.amounts) is distinct from (v_execution_id, p_amounts) then
            perform _raise('charge_conflict', jsonb_build_object(
                'budget_id', p_budget_id, 'key', p_key,
                'execution_id', v_known.execution_id, 'amounts', v_known.amounts
            ));
        end if;
        v_answer := v_known.answer;
        v_answer.is_replay := true;
        if p_call = 'spend' then
            v_answer.outcome := 'already_applied';
        end if;
        return v_answer;
    end if;

    if v_budget.enforcement_mode = 'strict' then
        select h.* into v_breach from _hard_breach(v_budget, v_execution_id, p_amounts) as h;
        if v_breach.dimension is not null and _drop_dead_reservations(p_budget_id, v_now) > 0 then
            select h.* into v_breach from _hard_breach(v_budget, v_execution_id, p_amounts) as h;
        end if;
    end if;
    if v_breach.dimension is not null then
        -- nothing is counted, and the key is not used up
        perform _record_breach(v_budget, v_breach.dimension, p_execution, v_now);
        return (
            'hard_breach', v_breach.dimension, v_breach.used, v_breach.hard_limit,
            v_breach.soft_limit, false
        )::ff_budget_charge;
    end if;

    perform _count_use(p_budget_id);
    perform _add_usage(v_budget, v_execution_id, p_amounts);
    v_answer := _soft_breach(v_budget, p_amounts);
    if nullif(p_key, '') is not null then
        insert into ff_budget_key as k (
            budget_id, call, key_digest, expires_at, execution_id, amounts, answer
        )
        values (
            p_budget_id, p_call, v_key, v_now + interval '1 day', v_execution_id, p_amounts,
            v_answer
        )
        on conflict (budget_id, call, key_digest) do update
        set
            expires_at = excluded.expires_at,
            execution_id = excluded.execution_id,
            amounts = excluded.amounts,
            answer = excluded.answer;
    end if;
    return v_answer;
end;
$_charge_budget$;

comment on function _charge_budget is
'Charges a budget: all dimensions or, where one would exceed its hard limit, none.';
