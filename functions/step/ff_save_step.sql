create or replace function ff_save_step(
    p_handle text,
    p_step_key text,
    p_output jsonb default null,
    p_result bytea default null
)
returns ff_saved_step
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_save_step$
declare
    v_most_steps constant integer := 10000;
    v_most_bytes constant integer := 268435456;
    v_execution_id uuid;
    v_ttl_ms bigint;
    v_now timestamptz;
    r_held record;
begin
    if p_result is not null or not _is_small(p_output) then
        perform _check_content('p_output', p_output, 'p_result', p_result);
    end if;
    begin
        v_execution_id := left(p_handle, 36)::uuid;
        v_ttl_ms := substr(p_handle, 95, 8)::bigint;
    exception
        when data_exception then
            -- then no row is found, and the handle is refused below
            v_execution_id := null;
    end;
    -- As in ff_complete, the row is the caller's if it would be given exactly this handle. If it is
    -- not, or there is no room, or the step exists, the general body finds out.
    select
        e.lease_expires_at,
        e.attempt_index,
        e.retry_count + e.lease_reclaim_count as restart_count,
        octet_length(p_step_key) between 1 and 200
        and p_step_key collate "C" !~ '[^ -~]'
        and not exists (select 1 from ff_lane as l where l.is_restricted) as is_plain
    into r_held
    from ff_exec_core as e
    where
        e.execution_id = v_execution_id
        and e.state = 'active'
        and _format_handle(e.execution_id, e.lease_id, e.lease_epoch, v_ttl_ms) = p_handle
    for no key update;
    v_now := _now();
    if r_held.is_plain and r_held.lease_expires_at > v_now and r_held.restart_count = 0 then
        insert into ff_step (
            execution_id, step_key, kind, place, attempt_index, step_count, byte_count, saved_at,
            output, result
        )
        select
            v_execution_id, p_step_key, 'value', n.place + 1, r_held.attempt_index,
            n.step_count + 1, n.byte_count + b.bytes, v_now, p_output, p_result
        from (
            select s.place, s.step_count, s.byte_count
            from ff_step as s
            where s.execution_id = v_execution_id
            order by s.place desc
            limit 1
        ) as n
        cross join (
            select octet_length(p_step_key) + coalesce(pg_column_size(p_output), 0)
                + coalesce(octet_length(p_result), 0) as bytes
        ) as b
        where n.step_count < v_most_steps and n.byte_count + b.bytes <= v_most_bytes
        on conflict do nothing;
        if found then
            return (p_step_key, 'saved', p_output, p_result)::ff_saved_step;
        end if;
    end if;
    return _save_step(_parse_handle(p_handle), p_step_key, p_output, p_result);
end;
$ff_save_step$;

comment on function ff_save_step is
$$Saves the result of a step of the work, so that later attempts need not do it again: the first value stands, and every later call returns it.

A handler is called again from its beginning after a failure, a takeover or a wait. It asks for the steps that it has saved (`ff_list_steps`), and does only those that are missing. Keys are chosen by the handler. Called in the transaction that writes the step's business rows, the step has its effects in this database exactly once; any other step has them at least once, because a worker may die between the effect and this call. Keys that begin with `flowfabric.` are for SDKs.

Effects: `saved`: the value is stored, as JSON or as bytes, and the counts of retries and takeovers begin at 0 again. `already_saved`: nothing is written, and the answer is the value of the first call. An execution has at most 10,000 steps and 256 MiB of them; a value has at most 16 MiB.

Idempotent: yes; a step has one value for as long as its execution is kept, until `ff_continue_as_new`, or `ff_replay_execution` with `p_from_step`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
begin;
insert into mail_sent (recipient) values ('ada@example.com');
select outcome from flowfabric.ff_save_step(:'handle', 'mail ada', '{"sent": true}');
commit;
```
$$;
