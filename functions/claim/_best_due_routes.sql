create or replace function _best_due_routes(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz,
    p_below integer default 2147483647,
    p_is_first_enough boolean default false
)
returns _due_route[]
language plpgsql
stable
-- from priority to priority in the order of the index, and no further than work is found
set enable_sort = off
as $_best_due_routes$
declare
    v_priority integer;
    v_some_due_at timestamptz;
begin
    select r.priority, r.oldest_at
    into v_priority, v_some_due_at
    from _due_routes(p_lane_id, p_capabilities, p_now) as r
    where r.priority < p_below
    order by r.priority desc
    limit 1;
    -- For the first route alone nobody needs to look at what is due later than some row already
    -- found: a probe that meets due rows reads the rest of their page as well.
    return array(
        select r
        from _due_routes(
            p_lane_id, p_capabilities, case when p_is_first_enough then v_some_due_at else p_now end
        ) as r
        where r.priority = v_priority
        order by r.oldest_at
    );
end;
$_best_due_routes$;

comment on function _best_due_routes is
'The routes of the best priority (below p_below) that has something due for a worker, the one with the oldest due row first; it is the only one that is sure to be there if p_is_first_enough.';
