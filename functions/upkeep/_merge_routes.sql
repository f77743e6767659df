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
        select r.route_id, h.head_at
        from ff_route as r
        cross join lateral (
            select case
                -- rows below it are noted as debts, which move them, too
                when r.closed_at is null then _head_of(r.route_id)
                else '-infinity'
            end as head_at
            offset 0
        ) as h
        where
            -- Retired ones too: a submitter with an old snapshot may still have written there. And
            -- closed ones should be empty, but this is the only search that would find a row there.
            r.merged_into is not null
            and r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            -- other sessions see a merge only after its transaction commits
            and r.merged_by is distinct from pg_current_xact_id_if_assigned()
            and exists (
                select 1
                from ff_exec_core as e
                where e.route_id = r.route_id and e.claimable_at >= h.head_at
                -- a probe for each route: a join would read the whole index with its dead entries
                offset 0
            )
        order by r.route_id
    loop
        v_count := v_count + _move_claimable(
            r_route.route_id, r_route.head_at, _live_route(r_route.route_id), p_limit - v_count
        );
        exit when v_count >= p_limit;
    end loop;
    return v_count;
end;
$_merge_routes$;

comment on function _merge_routes is
'Moves rows that can be claimed out of the merged routes in a range; returns how many rows.';
