create or replace function _ids_of_worker(
    p_worker_instance_id text,
    p_lane_id text,
    p_most integer
)
returns uuid[]
language plpgsql
stable
as $_ids_of_worker$
declare
    v_looked bigint;
    v_ids uuid[];
begin
    -- an execution that is held, or was lost, has a due time: all of these are in one index
    select count(*), coalesce(array_agg(d.execution_id) filter (where d.is_held), '{}')
    into v_looked, v_ids
    from (
        select c.*
        from ff_route as r
        -- a probe for each route, whatever the statistics say
        cross join lateral (
            select
                e.execution_id,
                e.worker_instance_id = p_worker_instance_id and _is_active(e.state) as is_held
            from ff_exec_core as e
            where e.route_id = r.route_id and e.claimable_at is not null
            limit p_most + 1
        ) as c
        where p_lane_id is null or r.lane_id = p_lane_id
        limit p_most + 1
    ) as d;
    return case when v_looked <= p_most then v_ids end;
end;
$_ids_of_worker$;

comment on function _ids_of_worker is
'The executions that a worker process holds or has lost; null when more than p_most have a due time.';
