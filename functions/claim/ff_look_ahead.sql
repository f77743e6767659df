create or replace function ff_look_ahead(
    p_lane_ids text[],
    p_capabilities text[] default '{}'
)
returns ff_outlook
language plpgsql
volatile
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_look_ahead$
declare
    v_last constant ff_tick_log := _last_tick();
    v_outlook ff_outlook;
begin
    perform _check_lane_ids('p_lane_ids', p_lane_ids);
    perform _check_capabilities('p_capabilities', p_capabilities);
    perform _check_lane(l.lane_id, 'claim', 'read', 'operate')
    from unnest(p_lane_ids) as l (lane_id);
    -- First the sessions that may have looked for doorbells before ours hung there, and only then,
    -- in a statement of its own, due work: a session that left the gate has committed its work.
    v_outlook.is_complete := current_setting('transaction_isolation') = 'read committed'
        and not exists (
            select 1
            from pg_locks as l
            where
                l.locktype = 'relation'
                and (
                    (l.relation = 'ff_gate_h'::regclass and l.mode = 'RowShareLock')
                    or (l.relation = 'ff_new_execution'::regclass and l.mode = 'RowExclusiveLock')
                )
                and l.database = (
                    select d.oid from pg_database as d where d.datname = current_database()
                )
                -- one that is prepared has none
                and l.pid is distinct from pg_backend_pid()
        );
    -- Then the rows that no claim sees yet, each kind by a statement of its own, in the order in
    -- which a tick brings them to light: todos, ranges, debts, routes that are retired.
    v_outlook.is_complete := v_outlook.is_complete
        and not exists (select 1 from ff_flow_todo as d where d.due_at >= _head_of(-2));
    v_outlook.is_complete := v_outlook.is_complete
        and not exists (select 1 from ff_range_debt);
    v_outlook.is_complete := v_outlook.is_complete
        and not _has_debts(p_lane_ids);
    v_outlook.is_complete := v_outlook.is_complete
        and not exists (
            select 1
            from ff_route as r
            where
                r.merged_into is not null
                and r.closed_at is null
                and r.retired_at is not null
                and r.lane_id = any (p_lane_ids)
                and exists (
                    select 1
                    from ff_exec_core as e
                    where e.route_id = r.route_id and e.claimable_at >= _head_of(r.route_id)
                    offset 0
                )
        );
    v_outlook.next_due_in_ms := (
        select min(ff_next_due_in_ms(l.lane_id, p_capabilities))
        from unnest(p_lane_ids) as l (lane_id)
    );
    v_outlook.tick_due_in_ms := _ms_until(
        nullif(
            greatest(_upkeep_due_at(v_last), v_last.ticked_at + interval '1 second'), 'infinity'
        ),
        _now()
    );
    return v_outlook;
end;
$ff_look_ahead$;

comment on function ff_look_ahead is
$$Returns how long a worker that has hung a doorbell may sleep: until an execution is due in one of its lanes.

`next_due_in_ms` is as in `ff_next_due_in_ms`, over all lanes. `tick_due_in_ms` says when maintenance has something to do: call `ff_tick` then, because no claim runs it while the worker sleeps. Call `ff_look_ahead` again at least once a minute: work in lanes without workers notifies no worker. If `is_complete` is true, a notification announces all other work. If it is false, an open transaction may have looked for doorbells before this doorbell was there, or there may be work that a later claim or tick makes due, such as a parent whose children have ended: then claim or call this again soon, with growing pauses, until it is true.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select next_due_in_ms, tick_due_in_ms, is_complete from flowfabric.ff_look_ahead(array['emails']);
```
$$;
