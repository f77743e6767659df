create or replace function ff_grant_lane(
    p_lane_id text,
    p_role text,
    p_verbs text[],
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_lane_grant
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_grant_lane$
declare
    v_verbs constant text[] := _check_verbs(p_verbs);
    v_lane ff_lane;
    v_known text[];
    v_all text[];
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_role('p_role', p_role);
    if p_role <> 'public' and not exists (select 1 from pg_roles as r where r.rolname = p_role) then
        perform _raise_invalid('p_role', 'is not a role', 'Create the role first.');
    end if;
    perform _check_audit(p_reason, p_actor);

    v_lane := _lock_lane(p_lane_id);
    perform _check_lane_grantor(v_lane);
    select g.verbs
    into v_known
    from ff_lane_grant as g
    where g.lane_id = p_lane_id and g.role_name = p_role;
    v_all := _sorted_set(coalesce(v_known, '{}') || v_verbs);
    if v_all is distinct from v_known then
        update ff_lane as l
        set is_restricted = true, restricted_by = _caller()
        where l.lane_id = p_lane_id and l.restricted_by is null;
        if found then
            insert into ff_key_move (lane_id) values (p_lane_id);
        end if;
        insert into ff_lane_grant as g (lane_id, role_name, verbs, granted_by, granted_at)
        values (p_lane_id, p_role, v_all, _caller(), _now())
        on conflict (lane_id, role_name) do update
        set
            verbs = excluded.verbs,
            granted_by = excluded.granted_by,
            granted_at = excluded.granted_at;
        perform _record_operation('lane_granted', _now(), p_reason, p_actor, jsonb_build_object(
            'lane_id', p_lane_id, 'grantee', p_role, 'verbs', v_verbs
        ));
    end if;
    return (
        p_lane_id,
        p_role,
        case when v_all = v_known then 'already_granted' else 'granted' end,
        v_all
    )::ff_changed_lane_grant;
end;
$ff_grant_lane$;

comment on function ff_grant_lane is
$$Lets a role act in a lane. The first grant restricts the lane: from then on only the roles that a grant names, and sessions that act as the owner of the installation, may act in it.

A call still needs the `EXECUTE` privilege, which the group roles give; in a restricted lane it also needs a verb on the lane: `submit` (executions, tags, flows), `claim` (claiming, redeeming, and every call of a lease holder), `read`, `signal`, `approve`, `operate` (the calls of operators; it includes `read`). `p_role` is a login or a group; `public` stands for all roles. A second grant adds its verbs to those of the first. The caller is the role that the session has set, otherwise the login, and has all verbs granted to roles whose privileges it inherits.

A lane stays restricted when its last grant is revoked. To open it again, grant all verbs to `public`.

Effects: the lane is restricted, and the role may do `p_verbs` in it, from the commit of the transaction on. An event `lane_granted` records session user, role, actor and reason.

Idempotent: yes; `already_granted`.

Locks: the lane's row; waits for another change of the same lane.

Errors: ZF801 not_authorised when the lane is restricted and the caller neither restricted it nor may operate it; 22023 and 22004 for arguments.

Example:
```sql
select outcome, verbs from flowfabric.ff_grant_lane('emails', 'ff_worker', '{claim}');
```
$$;
