create or replace function ff_set_owner(
    p_object text,
    p_name text,
    p_owner text,
    p_namespace text default 'default',
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_owner
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_owner$
declare
    v_previous_owner text;
begin
    if p_object is null then
        perform _raise_null('p_object');
    elsif p_object not in ('consumer', 'budget', 'quota_policy', 'worker') then
        perform _raise_invalid('p_object', 'must be consumer, budget, quota_policy or worker');
    end if;
    perform _check_name('p_name', p_name, 'label');
    perform _check_role('p_owner', p_owner);
    if not exists (select 1 from pg_roles as r where r.rolname = p_owner) then
        perform _raise_invalid('p_owner', 'is not a role', 'Create the role first.');
    end if;
    perform _check_name('p_namespace', p_namespace, 'label');
    perform _check_audit(p_reason, p_actor);
    perform _check_operator('ff_set_owner');

    v_previous_owner := _change_owner(p_object, p_name, p_owner, p_namespace);
    if v_previous_owner is null then
        return (p_object, p_name, 'not_found', null, null)::ff_changed_owner;
    elsif v_previous_owner = p_owner then
        return (
            p_object, p_name, 'already_owned', p_owner, v_previous_owner
        )::ff_changed_owner;
    end if;
    perform _record_operation(
        'owner_changed', _now(), p_reason, p_actor,
        jsonb_build_object(
            'object', p_object, 'name', p_name, 'owner', p_owner,
            'previous_owner', v_previous_owner
        ),
        p_namespace => case when p_object = 'worker' then p_namespace end
    );
    return (p_object, p_name, 'changed', p_owner, v_previous_owner)::ff_changed_owner;
end;
$ff_set_owner$;

comment on function ff_set_owner is
$$Gives a consumer, a budget, a quota policy or the name of a worker to another role.

These objects belong to the role that made them: the role that the session had set, otherwise its login. Members of the owning role and operators can use the object. All roles can use budgets and quota policies that belong to an operator. `p_object` is `consumer`, `budget`, `quota_policy` or `worker`; `p_name` is the name of the consumer, the id of the limit, or the instance id of the worker in `p_namespace`.

Effects: `changed`: the object belongs to `p_owner`; an event `owner_changed` records the session user, role, actor and reason. `already_owned` and `not_found` change nothing.

Idempotent: yes; `already_owned`.

Locks: the row of the object, until the caller's transaction ends.

Errors: ZF801 not_authorised for a caller that is not an operator; 22023 and 22004 for arguments.

Example:
```sql
select from flowfabric.ff_create_consumer('audit');
select outcome, owner, previous_owner
from flowfabric.ff_set_owner('consumer', 'audit', 'ff_reader', p_reason => 'their events');
```
$$;
