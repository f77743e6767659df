create or replace function _lock_due_rows(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz,
    p_limit integer,
    out p_row_ids tid[],
    out p_is_plain boolean
)
language plpgsql
as $_lock_due_rows$
declare
    v_route_ids integer[];
    v_priorities integer[];
    v_from_ats timestamptz[];
    v_oldest_ats timestamptz[];
    v_locked tid[];
    v_locked_are_plain boolean;
    r_next record;
begin
    p_row_ids := '{}';
    p_is_plain := true;
    select
        array_agg(r.route_id), array_agg(r.priority), array_agg(r.head_at), array_agg(r.oldest_at)
    into v_route_ids, v_priorities, v_from_ats, v_oldest_ats
    from _due_routes(p_lane_id, p_capabilities, p_now) as r;

    -- A merge of the routes: from the best one, as far as the next of its priority begins.
    while cardinality(p_row_ids) < p_limit loop
        select
            i.item,
            lead(i.oldest_at) over (partition by i.priority order by i.oldest_at) as next_at
        into r_next
        from unnest(v_priorities, v_oldest_ats) with ordinality as i (priority, oldest_at, item)
        where i.oldest_at is not null
        order by i.priority desc, i.oldest_at
        limit 1;
        exit when not found;
        select array_agg(c.ctid), bool_and(c.is_plain)
        into v_locked, v_locked_are_plain
        from (
            select
                e.ctid,
                e.state < 'children_first' and coalesce(e.deadline_at > p_now, true) as is_plain
            from ff_exec_core as e
            where
                e.route_id = v_route_ids[r_next.item]
                and e.claimable_at >= v_from_ats[r_next.item]
                and e.claimable_at <= coalesce(r_next.next_at, p_now)
            order by e.claimable_at
            limit p_limit - cardinality(p_row_ids)
            for no key update skip locked
        ) as c;
        p_row_ids := p_row_ids || v_locked;
        p_is_plain := p_is_plain and coalesce(v_locked_are_plain, true);
        -- a timestamp counts microseconds: this is the next one
        v_from_ats[r_next.item] := r_next.next_at + interval '1 microsecond';
        v_oldest_ats[r_next.item] := (
            select min(e.claimable_at)
            from ff_exec_core as e
            where
                e.route_id = v_route_ids[r_next.item]
                and e.claimable_at >= v_from_ats[r_next.item]
                and e.claimable_at <= p_now
        );
    end loop;
end;
$_lock_due_rows$;

comment on function _lock_due_rows is
'Locks the due rows that a worker may take, best priority first and the longest due first within it, skipping what others hold.';
