create or replace function ff_set_default_policy(
    p_policy jsonb,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_default_policy
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_default_policy$
declare
    v_policy constant jsonb := nullif(p_policy, 'null');
    v_previous_policy jsonb;
    v_is_changed boolean;
begin
    perform _check_policy('p_policy', v_policy);
    perform _check_audit(p_reason, p_actor);
    perform _check_operator('ff_set_default_policy');

    select nullif(m.value::jsonb, 'null') into v_previous_policy
    from ff_meta as m
    where m.key = 'default_policy'
    for no key update;
    v_is_changed := v_policy is distinct from v_previous_policy;
    if v_is_changed then
        update ff_meta as m
        set value = coalesce(v_policy, 'null')::text
        where m.key = 'default_policy';
        perform _record_operation(
            'default_policy_changed', _now(), p_reason, p_actor,
            jsonb_build_object('policy', v_policy, 'previous_policy', v_previous_policy)
        );
    end if;
    return (
        v_policy, case when v_is_changed then 'changed' else 'unchanged' end, v_previous_policy
    )::ff_changed_default_policy;
end;
$ff_set_default_policy$;

comment on function ff_set_default_policy is
$$Sets the default policy of all lanes: submissions take the keys from it that neither their own policy nor the default policy of their lane has. Null removes it; a new installation has no default policy.

Effects: replaces the default policy. It applies to submissions from the commit of the transaction on; existing executions keep their policies. A key that stands in no policy has the engine's default: three retries with growing delays, a hundred takeovers, no timeout. An event `default_policy_changed` records session user, role, actor and reason.

Idempotent: yes; `unchanged`.

Locks: the setting, until the caller's transaction ends; waits for other changes of it, not for submissions or claims.

Errors: ZF801 not_authorised for a caller that is not an operator; 22023 and 22004 for arguments.

Example:
```sql
begin;
select outcome, previous_policy
from flowfabric.ff_set_default_policy('{"retry_policy": {"max_retries": 10}}', 'the network is bad');
rollback;
```
$$;
