create or replace function ff_revoke_lane(
    p_lane_id text,
    p_role text,
    p_verbs text[] default null,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_lane_grant
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_revoke_lane$
declare
    v_verbs constant text[] := case when p_verbs is not null then _check_verbs(p_verbs) end;
    v_lane ff_lane;
    v_known text[];
    v_left text[];
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    -- also of a role that was dropped
    perform _check_role('p_role', p_role);
    perform _check_audit(p_reason, p_actor);

    select l.* into v_lane from ff_lane as l where l.lane_id = p_lane_id for no key update;
    perform _check_lane_grantor(v_lane);
    select g.verbs
    into v_known
    from ff_lane_grant as g
    where g.lane_id = p_lane_id and g.role_name = p_role;
    v_left := array(
        select v.verb
        from unnest(v_known) as v (verb)
        where v.verb <> all (coalesce(v_verbs, v_known))
    );
    if v_left <> v_known then
        delete from ff_lane_grant as g
        where g.lane_id = p_lane_id and g.role_name = p_role and v_left = '{}';
        update ff_lane_grant as g
        set verbs = v_left
        where g.lane_id = p_lane_id and g.role_name = p_role;
        -- a call with an older snapshot, which still shows the right, conflicts here
        update ff_lane as l set updated_at = _now() where l.lane_id = p_lane_id;
        perform _record_operation('lane_revoked', _now(), p_reason, p_actor, jsonb_build_object(
            'lane_id', p_lane_id, 'grantee', p_role, 'verbs', coalesce(v_verbs, v_known)
        ));
    end if;
    return (
        p_lane_id,
        p_role,
        case when v_left <> v_known then 'revoked' else 'not_granted' end,
        v_left
    )::ff_changed_lane_grant;
end;
$ff_revoke_lane$;

comment on function ff_revoke_lane is
$$Takes back verbs that a role was granted in a lane: `p_verbs`, or all of them. The lane stays restricted, even when no role is left that may act in it: then only sessions that act as the owner of the installation may.

Effects: the role may not do `p_verbs` in the lane any more, from the commit of the transaction on. Rights that it has as a member of another role or by a grant to `public` stay. A lease that it holds lapses when it expires. An event `lane_revoked` records session user, role, actor and reason.

Idempotent: yes; `not_granted`.

Locks: the lane's row; waits for another change of the same lane. A call that writes in this lane with an older snapshot raises 40001.

Errors: ZF801 not_authorised when the lane is restricted and the caller neither restricted it nor may operate it; 22023 and 22004 for arguments.

Example:
```sql
select outcome, verbs from flowfabric.ff_revoke_lane('emails', 'ff_worker');
```
$$;
