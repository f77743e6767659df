create or replace function _tend_routes(p_job _job)
returns integer
language plpgsql
as $_tend_routes$
declare
    v_merged_count integer;
begin
    perform _mark_duplicate_routes(p_job.from_route_id, p_job.to_route_id);
    if p_job.looks_for_idle then
        perform _mark_idle_routes(p_job.from_route_id, p_job.to_route_id);
    end if;
    v_merged_count := _merge_routes(p_job.from_route_id, p_job.to_route_id, p_job.max_rows);
    perform _retire_routes(p_job.from_route_id, p_job.to_route_id, (p_job.proof).proven_at);
    perform _end_key_moves(p_job.max_rows);
    perform _enter_stray_lanes(p_job.from_route_id, p_job.to_route_id);
    perform _turn_switches_off();
    return v_merged_count + _tend_tag_indexes(p_job.max_rows);
end;
$_tend_routes$;

comment on function _tend_routes is
'The job that merges, retires and enters the routes of a range, and fills indexes of tags. Returns how many executions it moved or entered.';
