create or replace function ff_list_workers(
    p_namespace text default null,
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_worker_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_custom_plan
as $ff_list_workers$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes(variadic null::text[]);
    v_most constant integer := 10000;
    -- for each worker process what it holds, in lanes that the caller may see
    v_held jsonb;
    -- An instance id contains no blank: without a namespace it stands for all its rows. They begin
    -- with a blank after it, and the next character is an exclamation mark.
    v_from constant text := case when strpos(p_after, ' ') = 0 then p_after || '!' else p_after end;
begin
    perform _check_page_size(p_limit);
    if p_namespace is not null then
        perform _check_name('p_namespace', p_namespace, 'label');
    end if;
    v_held := _held_by_workers(v_hidden, v_most, v_now);
    return query
    select
        w.namespace,
        w.worker_instance_id,
        w.worker_id,
        array(
            select l.lane_id
            from unnest(w.lane_ids) with ordinality as l (lane_id, place)
            where l.lane_id <> all (v_hidden)
            order by l.place
        ),
        w.capabilities,
        _is_alive(w.last_heartbeat_at, w.liveness_ttl_ms, w.session_pid, v_now),
        w.owner_name,
        w.registered_at,
        w.last_heartbeat_at,
        _after_ms(w.last_heartbeat_at, w.liveness_ttl_ms),
        w.worker_instance_id || ' ' || w.namespace,
        case
            when v_held is not null
                then coalesce((v_held #>> array[w.worker_instance_id, 'count'])::bigint, 0)
        end,
        case
            when v_held is not null then _uuids_in(
                coalesce(v_held #> array[w.worker_instance_id, 'ids'], '[]')
            )
        end
    from ff_worker as w
    where
        (p_namespace is null or w.namespace = p_namespace)
        -- a worker that serves only lanes hidden from the caller is not shown
        and (w.lane_ids = '{}' or not w.lane_ids <@ v_hidden)
        and (
            p_after is null
            or (w.worker_instance_id || ' ' || w.namespace) collate "C" >= v_from collate "C"
        )
        and w.worker_instance_id || ' ' || w.namespace is distinct from p_after
    order by (w.worker_instance_id || ' ' || w.namespace) collate "C"
    limit p_limit;
end;
$ff_list_workers$;

comment on function ff_list_workers is
$$Worker processes that registered, in the order of their instance ids, with what each holds; `is_alive` says whether they registered or sent a heartbeat within their ttl, and the session that they named exists.

`held_count` and `held_execution_ids` are the executions that the process holds, or has lost and no other has taken over, in lanes that the caller may see. They are null while 10,000 executions or more are held, become due later, or have come due since the last ticks.

`p_after` is the `page_key` of the last row of the page before, or its instance id when all rows are of one namespace.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select worker_instance_id, is_alive, lane_ids, held_count from flowfabric.ff_list_workers();
```
$$;
