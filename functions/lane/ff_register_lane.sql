create or replace function ff_register_lane(
    p_lane_id text,
    p_default_policy jsonb default null,
    p_options jsonb default '{}'
)
returns ff_registered_lane
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_register_lane$
declare
    v_is_new boolean;
    v_lane ff_lane;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_policy('p_default_policy', p_default_policy);
    if p_options is null then
        perform _raise_null('p_options');
    elsif jsonb_typeof(p_options) <> 'object' then
        perform _raise_invalid('p_options', 'must be a JSON object');
    end if;
    perform _check_lane(p_lane_id, 'operate');
    perform _check_lane_options(p_options);

    v_is_new := not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id);
    v_lane := _lock_lane(p_lane_id);
    update ff_lane as l
    set default_policy = p_default_policy, options = p_options, updated_at = _now()
    where l.lane_id = p_lane_id;
    perform _set_indexed_tags(p_lane_id, _texts_in(p_options -> 'indexed_tags'));
    -- claims read it from the routes; a tick corrects a route that is being made without it
    update ff_route as r
    set has_rules = _has_rules(p_options)
    where r.lane_id = p_lane_id and r.has_rules <> _has_rules(p_options);
    if _has_limits(v_lane.options) and v_lane.options <> p_options then
        -- for claims that still use the old options
        insert into ff_limit_todo (kind, lane_id) values ('lane', p_lane_id);
        perform _leave_lifted_limits(p_lane_id, null, 100);
        -- ticks do the rest of a long line, and workers that sleep run none
        lock table ff_gate_h in row share mode;
        perform _ring(p_lane_id, _now());
    end if;
    return (
        p_lane_id, case when v_is_new then 'registered' else 'updated' end
    )::ff_registered_lane;
end;
$ff_register_lane$;

comment on function ff_register_lane is
$$Sets the default policy and the options of a lane. A lane can be used without registration.

Effects: inserts or replaces the default policy and the options of the lane. The default policy adds the keys that later submissions leave out of their policies, and `ff_set_default_policy` those that it leaves out itself; existing executions keep their policies. `p_options`, all of which may be left out:

- `quota_policy_id`, `quota_key`, `budget_ids`: these limits apply to all attempts in this lane, in addition to the execution's own limits, also to executions that wait already. Executions that wait for limits which are replaced or left out are judged by the new ones, at once or with the next ticks. An execution with a `p_quota_key` and no policy of its own is counted under its key.
- `fair_sharing`: with `true`, fairness keys (`p_fairness_key`) take turns within a priority. Executions that wait already have the keys that they were submitted with while the lane shared fairly; all others together count as one key.
- `indexed_tags`: at most 4 keys of tags. Lists of the lane by one of them (`ff_find_executions` with `lane_id` and `tags`) are read from an index of what is submitted from now on; two ticks later it is used. Executions that were submitted before are looked at one by one.
- `fair_keys_per_submitter`: with `fair_sharing`, the number of keys of one login that take turns (1 to 1,000,000). Work under further keys is accepted, and waits until other keys of that login have no work left.

Idempotent: yes; a second call returns `updated`.

Locks: the lane's row and its routes, until the caller's transaction ends; submitting and claiming do not wait for it.

Errors: ZF601 quota_policy_not_found, ZF602 budget_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_register_lane('emails', '{"retry_policy": {"max_retries": 5}}');
```
$$;
