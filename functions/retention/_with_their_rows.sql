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
            and i.idempotency_key = e.idempotency_key
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
                    and i.idempotency_key = e.idempotency_key
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
        order by k.item
    );
end;
$_with_their_rows$;

comment on function _with_their_rows is
'Locks the idempotency keys, the joins and the meeting rows of locked executions; returns the executions, without those for which another session holds such a row.';
