create or replace function ff_set_lane_state(
    p_lane_id text,
    p_state text,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_lane_state
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_lane_state$
declare
    v_old_state ff_lane_state;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    if p_state is null then
        perform _raise_null('p_state');
    elsif p_state <> all (enum_range(null::ff_lane_state)::text[]) then
        perform _raise_invalid('p_state', 'must be one of active, paused, draining, disabled');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_lane(p_lane_id, 'operate');

    v_old_state := (_lock_lane(p_lane_id)).state;
    if v_old_state <> p_state::ff_lane_state then
        update ff_lane as l
        set state = p_state::ff_lane_state, updated_at = _now()
        where l.lane_id = p_lane_id;
        -- workers that sleep in this lane may have work now
        lock table ff_gate_h in row share mode;
        perform _ring(p_lane_id, _now());
        perform _record_operation(
            'lane_state_changed', _now(), p_reason, p_actor, jsonb_build_object(
                'lane_id', p_lane_id, 'old_state', v_old_state, 'new_state', p_state
            )
        );
    end if;
    return (
        p_lane_id,
        case when v_old_state::text = p_state then 'unchanged' else 'changed' end,
        v_old_state,
        p_state
    )::ff_changed_lane_state;
end;
$ff_set_lane_state$;

comment on function ff_set_lane_state is
$$Opens or closes a lane: an `active` lane accepts submissions and claims; a `paused` lane accepts submissions, but no claims; a `draining` lane accepts claims, but no submissions; a `disabled` lane accepts neither.

Effects: the state is valid from the commit of the transaction on. Live leases stay as they are, and their holders can finish. A change writes an event.

Idempotent: yes; for the same state the call returns `unchanged`.

Locks: the lane's row, until the caller's transaction ends; submitting and claiming do not wait for it.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select old_state, new_state
from flowfabric.ff_set_lane_state('emails', 'paused', 'the mail server moves', 'ada');
```
$$;
