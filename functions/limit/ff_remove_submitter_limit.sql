create or replace function ff_remove_submitter_limit(
    p_lane_id text,
    p_submitter text default null,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_submitter_limit
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_remove_submitter_limit$
declare
    v_is_removed boolean;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    -- also of a role that was dropped
    perform _check_submitter_name(p_submitter);
    perform _check_audit(p_reason, p_actor);
    perform _check_lane(p_lane_id, 'operate');

    perform 1 from ff_lane as l where l.lane_id = p_lane_id for no key update;
    delete from ff_submitter_limit as l
    where l.lane_id = p_lane_id and l.submitter = coalesce(p_submitter, '');
    v_is_removed := found;
    update ff_lane as l
    set has_submitter_limits = false
    where
        l.lane_id = p_lane_id
        and l.has_submitter_limits
        and not exists (select 1 from ff_submitter_limit as o where o.lane_id = p_lane_id);
    if v_is_removed then
        perform _record_operation(
            'submitter_limit_changed', _now(), p_reason, p_actor,
            jsonb_strip_nulls(jsonb_build_object(
                'lane_id', p_lane_id, 'submitter', p_submitter, 'outcome', 'removed'
            ))
        );
    end if;
    return (
        p_lane_id, p_submitter, case when v_is_removed then 'removed' else 'not_found' end
    )::ff_changed_submitter_limit;
end;
$ff_remove_submitter_limit$;

comment on function ff_remove_submitter_limit is
$$Removes the limit of a submitter in a lane; with null for `p_submitter` the limit for each submitter without one of its own.

Effects: from the commit of the transaction on. Executions that count for another limit of their submitter go on counting. An event `submitter_limit_changed` records session user, role, actor and reason.

Idempotent: yes; `not_found`.

Locks: the lane's row; waits for another change of the same lane, not for submissions.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome from flowfabric.ff_remove_submitter_limit('emails');
```
$$;
