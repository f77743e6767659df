create or replace function ff_read_waitpoint_token(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_token_ttl_ms bigint default null
)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_waitpoint_token$
declare
    v_now constant timestamptz := _now();
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    end if;
    perform _check_token_ttl(p_token_ttl_ms);
    perform _check_execution(p_execution_id, 'operate');
    return (
        select _token_of(w, _after_ms(v_now, p_token_ttl_ms))
        from ff_waitpoint as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id
        where
            w.waitpoint_id = p_waitpoint_id
            and w.execution_id = p_execution_id
            and _is_open(w, e, v_now)
    );
end;
$ff_read_waitpoint_token$;

comment on function ff_read_waitpoint_token is
$$The token of an open waitpoint, signed with the active key; null when the waitpoint does not exist or is closed.

Tokens are not stored. A token that was signed before a rotation of keys stays valid until its key expires; a token of the new key lasts longer. With `p_token_ttl_ms` the token has an expiry of its own, also while its waitpoint is open: the token contains the expiry, which is signed, and a call with it is refused from then on (ZF503 token_expired). Other tokens of the waitpoint stay valid.

Effects: none.

Idempotent: yes; after a rotation the call returns another token for the same waitpoint.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select flowfabric.ff_read_waitpoint_token(:'execution_id', :'waitpoint_id', 600000);
```
$$;
