create or replace function _move_todo_head(p_proof _proof)
returns void
language plpgsql
as $_move_todo_head$
declare
    -- todos have a head of their own, under a route that does not exist
    v_route_id constant integer := -2;
    v_patience constant interval := interval '1 second';
    v_head_at constant timestamptz := _head_of(v_route_id);
    v_late_at constant timestamptz := p_proof.proven_at - v_patience;
    v_now timestamptz;
    v_target_at timestamptz;
begin
    if p_proof.proven_at is null then
        return;
    end if;
    if exists (
        select 1 from ff_flow_todo as d where d.due_at >= v_head_at and d.due_at < v_late_at
    ) then
        -- All free todos were just worked on, so an open transaction holds these. If it rolls back,
        -- the copies written here are still there; a todo that is worked on twice does no harm.
        v_now := _now_at_gate();
        insert into ff_flow_todo (kind, flow_id, execution_id, due_at, try_count, replay_count)
        select d.kind, d.flow_id, d.execution_id, v_now, d.try_count, d.replay_count
        from ff_flow_todo as d
        where d.due_at >= v_head_at and d.due_at < v_late_at;
    end if;
    select least(p_proof.proven_at, min(d.due_at))
    into v_target_at
    from ff_flow_todo as d
    where d.due_at >= greatest(v_head_at, v_late_at) and d.due_at < p_proof.proven_at;
    if v_target_at > v_head_at + v_patience then
        perform _set_head(v_route_id, p_proof.era, v_target_at);
    end if;
end;
$_move_todo_head$;

comment on function _move_todo_head is
'Moves the head of the flow todos forward. A todo that it passes, because an open transaction holds it, is written again.';
