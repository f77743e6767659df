create or replace function ff_set_default_access(
    p_access text,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_default_access
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_default_access$
declare
    v_previous_access text;
    v_lane_count integer;
begin
    if p_access is null then
        perform _raise_null('p_access');
    elsif p_access not in ('open', 'closed') then
        perform _raise_invalid('p_access', 'must be open or closed');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_operator('ff_set_default_access');

    select m.value into v_previous_access
    from ff_meta as m
    where m.key = 'default_access'
    for no key update;
    update ff_meta as m
    set value = p_access
    where m.key = 'default_access' and m.value <> p_access;
    if p_access = 'closed' then
        update ff_lane as l
        set is_restricted = true, updated_at = _now()
        where not l.is_restricted;
        get diagnostics v_lane_count = row_count;
        v_lane_count := v_lane_count
            + _enter_lanes(array(select distinct r.lane_id from ff_route as r));
    else
        update ff_lane as l
        set is_restricted = false, updated_at = _now()
        where l.is_restricted and l.restricted_by is null;
        get diagnostics v_lane_count = row_count;
    end if;
    if p_access <> v_previous_access then
        perform _record_operation(
            'default_access_changed', _now(), p_reason, p_actor,
            jsonb_build_object(
                'access', p_access, 'previous_access', v_previous_access,
                'lane_count', v_lane_count
            )
        );
    end if;
    return (
        p_access,
        case when p_access = v_previous_access then 'unchanged' else 'changed' end,
        v_previous_access,
        v_lane_count
    )::ff_changed_default_access;
end;
$ff_set_default_access$;

comment on function ff_set_default_access is
$$Sets whether a lane without grants is `open` to all roles, as it is in a new installation, or `closed` to all but operators.

A closed lane needs a grant (`ff_grant_lane`) before a role that is not an operator may submit to it, claim from it, read it, send signals to it or do anything else that a verb governs. This also concerns lanes that do not exist yet, so that a login cannot make lanes of its own. Lanes that have or had grants stay as they are. Operators keep all rights in a closed lane until its first grant.

Effects: `closed` closes all lanes without grants, also those in use; `open` opens them. From the commit of the transaction on; a call that began before may still follow the old setting. A submission that is open at that moment may still make a lane that is open (in REPEATABLE READ and SERIALIZABLE, so may a call that has committed since the snapshot): a tick closes it. An event `default_access_changed` records session user, role, actor and reason.

Idempotent: yes; `unchanged`.

Locks: the setting and the rows of the lanes that it changes; waits for other changes of these, not for submissions or claims.

Errors: ZF801 not_authorised for a caller that is not an operator; 22023 and 22004 for arguments.

Example:
```sql
begin;
select outcome, lane_count from flowfabric.ff_set_default_access('closed', 'tenants move in');
rollback;
```
$$;
