create or replace function _take_flow_todos(
    p_limit integer,
    out p_kind ff_flow_todo_kind,
    out p_keys uuid[],
    out p_try_count integer,
    out p_is_own boolean,
    out p_after uuid,
    out p_has_left boolean,
    out p_replay_count integer,
    out p_count integer
)
language plpgsql
as $_take_flow_todos$
declare
    v_now constant timestamptz := _now();
    v_until timestamptz := v_now;
    v_first ff_flow_todo;
begin
    select t.*
    into v_first
    from ff_flow_todo as t
    where t.due_at >= _head_of(-2) and t.due_at <= v_until
    order by t.due_at
    limit 1
    for update skip locked;
    if not found then
        -- the clock may have been set back after a todo was written
        v_until := 'infinity';
        select t.*
        into v_first
        from ff_flow_todo as t
        where t.due_at > v_now + interval '1 minute'
        order by t.due_at
        limit 1
        for update skip locked;
    end if;
    if not found then
        return;
    end if;
    p_kind := v_first.kind;
    p_is_own := v_first.written_by = pg_current_xact_id();
    p_after := v_first.after_id;
    p_replay_count := v_first.replay_count;
    -- if the work cannot be done, it is tried again after a longer time
    p_try_count := v_first.try_count + 1;
    with taken as (
        delete from ff_flow_todo as d
        where d.ctid = any (array(
            select t.ctid
            from ff_flow_todo as t
            where
                -- read once, in the order of the index
                t.todo_id = any (array(
                    select o.todo_id
                    from ff_flow_todo as o
                    where o.due_at >= v_first.due_at and o.due_at <= v_until
                    order by o.due_at
                    limit p_limit
                ))
                and t.kind = v_first.kind
                and t.try_count = v_first.try_count
                and t.flow_id is not distinct from v_first.flow_id
                and t.after_id is not distinct from v_first.after_id
                and t.replay_count is not distinct from v_first.replay_count
                and (t.written_by = pg_current_xact_id()) = p_is_own
            for update of t skip locked
        ))
        returning coalesce(d.execution_id, d.flow_id) as key, d.has_left
    )

    select array_agg(distinct t.key), bool_or(t.has_left), count(*)::integer
    into p_keys, p_has_left, p_count
    from taken as t;
end;
$_take_flow_todos$;

comment on function _take_flow_todos is
'Takes the first flow todo that is due and free, with those of the next p_limit that can be worked on together with it. Takes none when p_kind is null.';
