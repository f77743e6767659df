create or replace function _merge_routes(p_proven_at timestamptz, p_limit integer)
returns integer
language plpgsql
as $_merge_routes$
declare
    v_now timestamptz;
    v_count integer := 0;
    r_route record;
begin
    perform _mark_duplicate_routes();
    for r_route in
        select r.route_id, r.merged_into, r.merged_at, r.retired_at
        from ff_route as r
        where
            -- retired ones too: a submitter with an old snapshot may still have written there
            r.merged_into is not null
            -- what this very transaction merged is not known to others before it commits
            and r.merged_by is distinct from pg_current_xact_id_if_assigned()
        order by r.route_id
        for no key update skip locked
    loop
        v_now := _announce();
        v_count := v_count + _move_claimable(
            r_route.route_id, r_route.merged_into, v_now, p_limit - v_count
        );
        if r_route.merged_at is null then
            update ff_route as r set merged_at = v_now where r.route_id = r_route.route_id;
        elsif r_route.retired_at is null
            and r_route.merged_at < p_proven_at
            and not exists (
                select 1
                from ff_exec_core as e
                where e.route_id = r_route.route_id and e.claimable_at is not null
            )
        then
            -- whoever read the route before the merge has ended, and left nothing in it
            update ff_route as r set retired_at = v_now where r.route_id = r_route.route_id;
        end if;
        exit when v_count >= p_limit;
    end loop;
    return v_count;
end;
$_merge_routes$;

comment on function _merge_routes is
'Merges duplicate routes, moves their rows, and retires them when nothing can come into them any more; answers how many rows it moved.';
