create or replace function _resolve_if_over(p_upstreams uuid[])
returns void
language plpgsql
as $_resolve_if_over$
declare
    v_kept uuid[];
    v_ended uuid[];
    v_owed uuid[];
begin
    -- An upstream that is not running is locked, so that it cannot end unnoticed.
    v_kept := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.execution_id = any (p_upstreams)
            and e.state < 'active'
        for share skip locked
    );
    -- Any other may end before this transaction commits, and the call that ends it does not see
    -- the edge. It is not locked: a holder must not wait for the caller's transaction.
    select
        array_agg(e.execution_id) filter (where e.terminal_at is not null),
        array_agg(e.execution_id) filter (where e.terminal_at is null)
    into v_ended, v_owed
    from (
        select u.execution_id from unnest(p_upstreams) as u (execution_id)
        except
        select k.execution_id from unnest(v_kept) as k (execution_id)
    ) as o
    inner join ff_exec_core as e
        on e.execution_id = o.execution_id;
    if v_ended is not null then
        perform _resolve_dependents(v_ended);
    end if;
    if v_owed is not null then
        perform _add_flow_todo('resolve', v_owed, 1);
    end if;
end;
$_resolve_if_over$;

comment on function _resolve_if_over is
'For upstreams whose edge has just been applied: resolves the edges of those that have ended already, and makes sure that the later ends of the others are noticed.';
