create or replace function ff_read_waitpoint_token(p_execution_id uuid, p_waitpoint_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_waitpoint_token$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    end if;
    perform _check_execution(p_execution_id, 'operate');
    return (
        select _token_of(w)
        from ff_waitpoint as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id
        where
            w.waitpoint_id = p_waitpoint_id
            and w.execution_id = p_execution_id
            and _is_open(w, e, _now())
    );
end;
$ff_read_waitpoint_token$;

comment on function ff_read_waitpoint_token is
$$The token of an open waitpoint, signed with the active key; null when the waitpoint does not exist or is closed.

Tokens are not stored. A token that was signed before a rotation of keys stays valid until its key expires; a token of the new key lasts longer.

Effects: none.

Idempotent: yes; after a rotation the call returns another token for the same waitpoint.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select flowfabric.ff_read_waitpoint_token(:'execution_id', :'waitpoint_id');
```
$$;
