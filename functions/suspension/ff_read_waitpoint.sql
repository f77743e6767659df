create or replace function ff_read_waitpoint(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_token text
)
returns ff_waitpoint_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_waitpoint$
declare
    v_now constant timestamptz := _now();
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    elsif p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    elsif p_token is null then
        perform _raise_null('p_token');
    end if;
    -- the token first: a caller without it must not learn what is in a restricted lane
    perform _authenticate_token(p_execution_id, p_waitpoint_id, p_token);
    perform _check_execution(p_execution_id, 'signal');
    return (
        select _described_waitpoint(w, e, v_now)
        from ff_waitpoint as w
        inner join ff_exec_core as e on e.execution_id = w.execution_id
        where w.waitpoint_id = p_waitpoint_id
    );
end;
$ff_read_waitpoint$;

comment on function ff_read_waitpoint is
$$The waitpoint that a token belongs to, with the title and the detail that its creator has given for the person who decides: for pages of approvals, whose readers have the token and no other right.

The input of the execution is not part of it. `state` is `closed` when the waitpoint does not accept signals any more: a signal came, its time has passed, or the execution has ended.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF502 invalid_token, ZF503 token_expired; ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select title, detail, state, signal_names
from flowfabric.ff_read_waitpoint(:'execution_id', :'waitpoint_id', :'token');
```
$$;
