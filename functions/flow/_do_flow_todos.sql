create or replace function _do_flow_todos(p_limit integer)
returns integer
language plpgsql
as $_do_flow_todos$
declare
    v_count integer := 0;
    v_now timestamptz;
    v_paid integer;
    r_todos record;
begin
    -- work on a todo may leave new todos, which the next round takes while the limit allows
    while v_count < p_limit loop
        v_now := _now();
        v_paid := 0;
        for r_todos in
            with taken as (
                delete from ff_flow_todo as d
                where d.ctid = any (array(
                    select t.ctid
                    from ff_flow_todo as t
                    where
                        t.due_at >= _head_of(-2)
                        and (
                            t.due_at <= v_now
                            -- the clock was set back after the todo was written
                            or t.due_at > v_now + interval '1 minute'
                        )
                    order by t.due_at
                    limit p_limit - v_count
                    for update skip locked
                ))
                returning
                    d.kind, d.flow_id, d.execution_id, d.try_count,
                    d.written_by = pg_current_xact_id() as is_own
            )

            select
                t.kind,
                t.flow_id,
                t.try_count,
                t.is_own,
                array_agg(distinct t.execution_id) as keys,
                count(*)::integer as todo_count
            from taken as t
            group by t.kind, t.flow_id, t.try_count, t.is_own
        loop
            v_paid := v_paid + r_todos.todo_count;
            case r_todos.kind
                when 'resolve' then
                    v_paid := v_paid + _resolve_dependents(
                        _ended_upstreams(
                            r_todos.keys, r_todos.try_count + 1, r_todos.is_own
                        ),
                        p_limit, r_todos.try_count + 1
                    );
                when 'settle' then
                    perform _settle_children(
                        r_todos.keys, _now_at_gate(), p_limit, r_todos.try_count + 1,
                        p_is_todo => true
                    );
                when 'candidates' then
                    perform _cancel_losers(
                        r_todos.keys, _now_at_gate(), p_limit, r_todos.try_count + 1,
                        p_is_committed => not r_todos.is_own
                    );
                else
                    v_paid := v_paid + _cancel_members(
                        r_todos.flow_id, p_limit, r_todos.try_count + 1,
                        p_is_committed => not r_todos.is_own
                    );
            end case;
        end loop;
        exit when v_paid = 0;
        v_count := v_count + v_paid;
    end loop;
    return v_count;
end;
$_do_flow_todos$;

comment on function _do_flow_todos is
'Works on flow todos that are due, until about p_limit executions were dealt with. Returns that number.';
