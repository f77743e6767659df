create or replace function _cancel_members(
    p_flow_id uuid,
    p_limit integer,
    p_stop_at timestamptz,
    p_try_count integer default 0,
    p_is_committed boolean default false,
    p_after uuid default null,
    p_has_left boolean default false
)
returns integer
language plpgsql
as $_cancel_members$
declare
    v_piece constant integer := 200;
    v_flow ff_flow;
    v_after uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
    v_to uuid;
    v_has_left boolean := p_has_left;
    v_cut_at uuid;
    v_count integer := 0;
begin
    select f.* into v_flow from ff_flow as f where f.flow_id = p_flow_id;
    if p_after is null and v_flow.cancellation_policy <> 'cancel_flow_only' then
        -- Asked before a pass reads members: until the cancellation is committed, other sessions
        -- submit, claim and suspend members that this pass does not see.
        v_has_left := not p_is_committed or _is_being_submitted_to(p_flow_id);
    end if;
    loop
        v_to := (
            select m.execution_id
            from ff_flow_member as m
            where m.flow_id = p_flow_id and m.execution_id > v_after
            order by m.execution_id
            offset v_piece - 1
            limit 1
        );
        select c.p_count, c.p_cut_at
        into v_count, v_cut_at
        from (
            select
                array_agg(m.execution_id) as execution_ids,
                array_agg(v_flow.cancel_reason) as reasons
            from _members_to_cancel(p_flow_id, v_after, v_to) as m
        ) as f
        cross join _cancel_listed(f.execution_ids, f.reasons, p_limit, p_stop_at, v_count) as c;
        v_to := coalesce(v_cut_at, v_to);
        v_has_left := v_has_left
            or exists (select 1 from _members_to_cancel(p_flow_id, v_after, v_to) as m);
        exit when v_to is null;
        v_after := v_to;
        if v_cut_at is not null or not _has_time(p_stop_at, v_count) then
            perform _add_flow_todo(
                'cancel', array[p_flow_id], p_try_count, v_after, v_has_left
            );
            return v_count;
        end if;
    end loop;
    if v_has_left then
        perform _add_flow_todo('cancel', array[p_flow_id], p_try_count);
    end if;
    return v_count;
end;
$_cancel_members$;

comment on function _cancel_members is
'Cancels the members that end with their cancelled flow, a part at a time. Leaves a todo for the rest when there are too many for one transaction, and for all of them when another session holds some, or when some may still be added. Returns how many it cancelled.';
