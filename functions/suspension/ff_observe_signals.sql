create or replace function ff_observe_signals(p_handle text, p_all boolean default false)
returns setof ff_observed_signal
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_observe_signals$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_last ff_suspension;
    v_counted bigint[];
begin
    if p_all is null then
        perform _raise_null('p_all');
    end if;
    v_execution := _read_execution(v_fence.execution_id);
    perform _check_fence(v_execution, v_fence, _now());
    select s.*
    into v_last
    from ff_suspension as s
    where
        s.execution_id = v_fence.execution_id
        and s.attempt_index = v_execution.attempt_index
    -- also while the clock stands still, below the mark: the last suspension of a lease is parked
    order by s.lease_epoch desc, s.has_parked desc, s.suspended_at desc, s.suspension_id desc
    limit 1;
    v_counted := array(
        select distinct n.p_signal_number
        from ff_suspension as s
        left join ff_signal as r
            on r.execution_id = s.execution_id and r.signal_id = s.closer_signal_id
        cross join lateral _counted_signals(s.condition, s.suspension_id) as n
        where
            s.execution_id = v_fence.execution_id
            and s.attempt_index = v_execution.attempt_index
            and (p_all or s.suspension_id = v_last.suspension_id)
            -- a signal that came before the suspension, but after the one that satisfied it, had no
            -- effect
            and coalesce(n.p_signal_number <= r.signal_number, true)
    );
    return query
    select
        g.signal_id, g.signal_name, g.signal_category, g.input, g.payload,
        g.waitpoint_id, w.waitpoint_key,
        g.source_type, g.source_identity, g.correlation_id, g.accepted_at, g.effect::text,
        g.signal_number = any (v_counted), w.suspension_id
    from ff_waitpoint as w
    inner join ff_signal as g on g.waitpoint_id = w.waitpoint_id
    where
        w.execution_id = v_fence.execution_id
        and w.attempt_index = v_execution.attempt_index
        and (
            p_all
            or (
                w.suspension_id = v_last.suspension_id
                -- signals ended it, not its timeout, and not an operator
                and v_last.closer_signal_id is not null
                and g.signal_number = any (v_counted)
            )
        )
    order by g.signal_number;
end;
$ff_observe_signals$;

comment on function ff_observe_signals is
$$The signals after which the caller's attempt continued: those that satisfied the condition of its last suspension, in the order in which they came.

No row when the attempt was not suspended, or when its timeout or an operator ended the suspension. With `p_all` every signal of the attempt, of all its suspensions: also signals that were ignored, came twice, or are kept for a later suspension. `is_satisfier` marks the signals that counted.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select signal_name, source_identity, input from flowfabric.ff_observe_signals(:'handle');
```
$$;
