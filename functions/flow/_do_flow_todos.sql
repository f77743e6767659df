create or replace function _do_flow_todos(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_do_flow_todos$
declare
    v_count integer := 0;
    v_paid integer;
    r_todos record;
begin
    -- work on a todo may leave new todos, which the next round takes while limit and time allow
    while v_count < p_limit loop
        r_todos := _take_flow_todos(p_limit - v_count);
        exit when r_todos.p_kind is null;
        v_paid := r_todos.p_count;
        case r_todos.p_kind
            when 'resolve' then
                v_paid := v_paid + _resolve_dependents(
                    _ended_upstreams(r_todos.p_keys, r_todos.p_try_count, r_todos.p_is_own),
                    p_limit, r_todos.p_try_count, p_stop_at
                );
            when 'settle' then
                perform _settle_children(
                    r_todos.p_keys, _now_at_gate(), p_limit, r_todos.p_try_count,
                    p_is_todo => true, p_stop_at => p_stop_at
                );
            when 'candidates' then
                perform _cancel_losers(
                    r_todos.p_keys, p_limit, r_todos.p_try_count, p_stop_at,
                    p_is_committed => not r_todos.p_is_own,
                    p_after => r_todos.p_after,
                    p_has_left => r_todos.p_has_left
                );
            when 'child_end' then
                perform _meet_parents(r_todos.p_keys, null, r_todos.p_try_count, p_stop_at);
            when 'meet' then
                perform _meet_parents(null, r_todos.p_keys, r_todos.p_try_count, p_stop_at);
            when 'parent_end' then
                v_paid := v_paid + _cancel_children(
                    r_todos.p_keys, r_todos.p_replay_count, p_limit, p_stop_at,
                    r_todos.p_try_count
                );
            when 'replay_children' then
                v_paid := v_paid + _replay_children(
                    r_todos.p_keys, r_todos.p_replay_count, p_limit, p_stop_at,
                    r_todos.p_try_count
                );
            when 'orphan' then
                v_paid := v_paid + _cancel_orphans(
                    r_todos.p_keys, p_limit, p_stop_at, r_todos.p_try_count
                );
            when 'cancel' then
                v_paid := v_paid + _cancel_members(
                    r_todos.p_keys[1], p_limit, p_stop_at, r_todos.p_try_count,
                    p_is_committed => not r_todos.p_is_own,
                    p_after => r_todos.p_after,
                    p_has_left => r_todos.p_has_left
                );
        end case;
        v_count := v_count + v_paid;
        exit when _now() >= p_stop_at;
    end loop;
    return v_count;
end;
$_do_flow_todos$;

comment on function _do_flow_todos is
'Works on flow todos that are due, until about p_limit executions were dealt with, or until the time has passed. Returns how many.';
