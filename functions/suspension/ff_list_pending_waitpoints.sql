create or replace function ff_list_pending_waitpoints(
    p_execution_id uuid,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_waitpoint_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_list_pending_waitpoints$
declare
    v_now constant timestamptz := _now();
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_page_size(p_limit);
    perform _check_execution(
        p_execution_id, 'claim', 'read', 'approve', 'operate'
    );
    v_execution := _read_execution(p_execution_id);
    return query
    select d.*
    from ff_waitpoint as w
    cross join lateral _described_waitpoint(w, v_execution, v_now) as d
    where
        w.execution_id = p_execution_id
        and w.state <> 'closed'
        and (p_after is null or w.waitpoint_id > p_after)
        and _is_open(w, v_execution, v_now)
    order by w.waitpoint_id
    limit p_limit;
end;
$ff_list_pending_waitpoints$;

comment on function ff_list_pending_waitpoints is
$$The open waitpoints of an execution: those that it waits for (`active`) and those that no suspension waits for yet (`pending`). Tokens are not shown, only the key that signed them first, and a fingerprint.

`signal_names` are the signals that the condition names for this waitpoint; empty when it accepts any signal, or when no suspension waits for it yet. `p_after` is the last waitpoint id of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select waitpoint_id, waitpoint_key, signal_names
from flowfabric.ff_list_pending_waitpoints(:'execution_id');
```
$$;
