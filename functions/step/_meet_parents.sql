create or replace function _meet_parents(
    p_children uuid[],
    p_parents uuid[],
    p_try_count integer,
    p_stop_at timestamptz
)
returns void
language plpgsql
as $_meet_parents$
declare
    v_parents uuid[] := p_parents;
    v_alone uuid[];
    v_busy uuid[];
    v_left uuid[];
    r_parent record;
begin
    if p_children is not null then
        v_parents := array(
            select distinct e.parent_id
            from ff_exec_core as e
            where e.execution_id = any (p_children) and e.parent_id is not null
        );
    end if;
    v_alone := array(
        select m.parent_id
        from ff_meeting as m
        where m.parent_id = any (v_parents)
        for update skip locked
    );
    for r_parent in
        select
            m.parent_id,
            m.parent_id = any (v_alone) as is_alone,
            array(
                select e.execution_id
                from ff_exec_core as e
                where e.execution_id = any (p_children) and e.parent_id = m.parent_id
            ) as children
        from ff_meeting as m
        where m.parent_id = any (v_parents)
        order by m.parent_id
    loop
        if (r_parent.is_alone or p_try_count > 0) and _meet(
            r_parent.parent_id,
            case when p_children is not null then r_parent.children end,
            r_parent.is_alone
        ) then
            null;
        elsif r_parent.is_alone or p_children is null then
            v_busy := v_busy || r_parent.parent_id;
        else
            v_left := v_left || r_parent.children;
        end if;
        if _now() >= p_stop_at then
            -- those that are not looked at are counted anew
            v_busy := v_busy || array(
                select k.parent_id from unnest(v_parents) as k (parent_id)
                where k.parent_id > r_parent.parent_id
            );
            exit;
        end if;
    end loop;
    -- kept until no other session holds the row
    if v_left is not null then
        perform _add_flow_todo('child_end', v_left, p_try_count);
    end if;
    if v_busy is not null then
        perform _add_flow_todo('meet', v_busy, p_try_count);
    end if;
end;
$_meet_parents$;

comment on function _meet_parents is
'Counts ends of children for parents that wait, or looks whether the waits of parents have ended. Leaves a todo where another session holds the meeting row, unless enough children that can be seen have ended, or where it holds the row of the parent.';
