create or replace function _merge_routes(
    p_after_route_id integer,
    p_to_route_id integer,
    p_limit integer
)
returns integer
language plpgsql
as $_merge_routes$
declare
    v_count integer := 0;
    r_route record;
begin
    for r_route in
        select r.route_id, _live_route(r.route_id) as live_route_id
        from (
            -- retired ones too: a submitter with an old snapshot may still have written there
            select o.route_id, o.merged_by
            from ff_route as o
            where o.merged_into is not null and o.closed_at is null
            union all
            -- closed ones should be empty, but this is the only search that would find a row there
            select c.route_id, c.merged_by
            from ff_route as c
            where
                c.closed_at is not null
                and c.route_id > p_after_route_id
                and c.route_id <= p_to_route_id
        ) as r
        where
            -- other sessions see a merge only after its transaction commits
            r.merged_by is distinct from pg_current_xact_id_if_assigned()
            and exists (
                select 1
                from ff_exec_core as e
                where e.route_id = r.route_id and e.claimable_at is not null
                -- a probe for each route: a join would read the whole index with its dead entries
                offset 0
            )
        order by r.route_id
    loop
        v_count := v_count + _move_claimable(
            r_route.route_id, r_route.live_route_id, p_limit - v_count
        );
        exit when v_count >= p_limit;
    end loop;
    return v_count;
end;
$_merge_routes$;

comment on function _merge_routes is
'Moves rows that can be claimed out of merged routes, and out of the closed routes in a range; returns how many rows.';
