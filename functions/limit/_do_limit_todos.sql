create or replace function _do_limit_todos(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_do_limit_todos$
declare
    v_todos ff_limit_todo[];
    v_held bigint[];
    v_count integer;
    r_todo record;
    v_has_more boolean;
begin
    select t.p_todos, t.p_held into v_todos, v_held from _take_limit_todos(p_limit) as t;
    v_count := _wake_for_todos(v_todos, p_limit);
    for r_todo in
        select distinct
            d.lane_id, d.after_execution_id, d.until_xid,
            d.todo_id = any (v_held) as is_held
        from unnest(v_todos) as d
        where d.kind = 'lane'
        order by d.lane_id
    loop
        if r_todo.until_xid > pg_snapshot_xmin(pg_current_snapshot())
            and not _is_of_other_server(r_todo.until_xid)
        then
            -- a claim that read the old limits may not have committed yet
            insert into ff_limit_todo (kind, lane_id, until_xid)
            select 'lane', r_todo.lane_id, r_todo.until_xid
            where not r_todo.is_held;
            continue;
        end if;
        v_count := v_count + _leave_lifted_limits(
            r_todo.lane_id, r_todo.after_execution_id, p_limit
        );
        if r_todo.after_execution_id is null and r_todo.until_xid is null and not r_todo.is_held
        then
            insert into ff_limit_todo (kind, lane_id, until_xid)
            values ('lane', r_todo.lane_id, pg_snapshot_xmax(pg_current_snapshot()));
        end if;
    end loop;
    for r_todo in
        select distinct on (d.flow_id)
            d.flow_id, b as budget, d.written_by = pg_current_xact_id() as is_own
        from unnest(v_todos) as d
        inner join ff_budget as b on b.budget_id = d.limit_id
        where d.kind = 'stop'
        -- of several budgets, the one that stops the most work
        order by d.flow_id, b.on_hard_limit desc
    loop
        v_count := v_count + _stop_flow(
            r_todo.flow_id, r_todo.budget, p_limit, p_stop_at,
            p_is_committed => not r_todo.is_own
        );
    end loop;
    for r_todo in
        select d.limit_id, bool_and(d.todo_id = any (v_held))
            as is_held
        from unnest(v_todos) as d
        where d.kind = 'ledger'
        group by d.limit_id
        order by d.limit_id
    loop
        v_has_more := true;
        if v_count = 0 or (v_count < p_limit and _now() < p_stop_at) then
            select l.p_count + v_count, l.p_has_more
            into v_count, v_has_more
            from _tend_ledger(r_todo.limit_id, p_limit - v_count) as l;
        end if;
        if v_has_more and not r_todo.is_held then
            insert into ff_limit_todo (kind, limit_id) values ('ledger', r_todo.limit_id);
        end if;
    end loop;
    return v_count;
end;
$_do_limit_todos$;

comment on function _do_limit_todos is
'Pays the todos of limits, also those that another session has taken and not committed: wakes executions that wait, and stops flows of exhausted budgets, and shortens ledgers. Rows that are still locked leave a todo again. Returns how many executions it woke or stopped, and entries of ledgers it removed.';
