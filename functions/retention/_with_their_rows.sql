create or replace function _with_their_rows(p_keys uuid[])
returns uuid[]
language plpgsql
as $_with_their_rows$
declare
    v_key_rows constant tid[] := array(
        select i.ctid
        from unnest(p_keys) as k (execution_id)
        inner join ff_exec_core as e
            on e.execution_id = k.execution_id
        inner join ff_idempotency as i
            on i.namespace = e.namespace
            and i.key_digest = _key_digest('idempotency:' || e.namespace, e.idempotency_key)
            and i.execution_id = e.execution_id
        for update of i skip locked
    );
    v_join_rows constant tid[] := array(
        select g.ctid
        from unnest(p_keys) as k (execution_id)
        inner join ff_edge_group as g
            on g.downstream_id = k.execution_id
        for update of g skip locked
    );
    -- a child shares it that is ending
    v_meeting_rows constant tid[] := array(
        select m.ctid
        from unnest(p_keys) as k (execution_id)
        inner join ff_meeting as m on m.parent_id = k.execution_id
        for update of m skip locked
    );
    -- a parent may be being replayed, and needs the results of its children
    v_parents constant uuid[] := array(
        select p.execution_id
        from unnest(p_keys) as k (execution_id)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        inner join ff_exec_core as p on p.execution_id = e.parent_id
        for share of p skip locked
    );
begin
    return array(
        select k.execution_id
        from unnest(p_keys) with ordinality as k (execution_id, item)
        inner join ff_exec_core as e
            on e.execution_id = k.execution_id
        where
            not exists (
                select 1
                from ff_idempotency as i
                where
                    i.namespace = e.namespace
                    and i.key_digest = _key_digest('idempotency:' || e.namespace, e.idempotency_key)
                    and i.execution_id = e.execution_id
                    and i.ctid <> all (v_key_rows)
            )
            and not exists (
                select 1
                from ff_edge_group as g
                where
                    g.downstream_id = k.execution_id
                    and g.ctid <> all (v_join_rows)
            )
            and not exists (
                select 1
                from ff_meeting as m
                where
                    m.parent_id = k.execution_id
                    and m.ctid <> all (v_meeting_rows)
            )
            and (
                e.parent_id is null
                or e.parent_id = any (v_parents)
                or not exists (select 1 from ff_exec_core as p where p.execution_id = e.parent_id)
            )
            -- by a later statement: it sees a replay that was committed since
            and (e.parent_id is null or not _is_kept_child(e))
        order by k.item
    );
end;
$_with_their_rows$;

comment on function _with_their_rows is
'Locks the idempotency keys, the joins, the meeting rows and the parents of locked executions; returns the executions, without those for which another session holds such a row.';
