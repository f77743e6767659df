create or replace function _held_leases(
    p_route_ids integer[],
    p_most bigint,
    p_now timestamptz,
    out p_execution_id uuid,
    out p_route_id integer,
    out p_worker_instance_id text
)
returns setof record
language plpgsql
stable
as $_held_leases$
declare
    v_from_at constant timestamptz := _lapses_noted_until(p_now);
begin
    -- Live leases are due when they lapse. Of those that were lost, the ones that ticks have noted,
    -- or an operator has revoked, have a table of their own.
    return query
    select d.execution_id, d.route_id, case when _is_active(d.state) then d.worker_instance_id end
    from (
        select c.*
        from ff_route as r
        -- a probe for each route, whatever the statistics say
        cross join lateral (
            select e.execution_id, e.route_id, e.state, e.worker_instance_id
            from ff_exec_core as e
            where
                e.route_id = r.route_id
                and e.claimable_at >= greatest(_head_of(r.route_id), v_from_at)
            limit p_most
        ) as c
        where (p_route_ids is null or r.route_id = any (p_route_ids)) and r.closed_at is null
        limit p_most
    ) as d;
    return query
    select e.execution_id, e.route_id, case when _is_active(e.state) then e.worker_instance_id end
    from (
        (select l.execution_id from ff_lapsed_lease as l limit p_most)
        union
        (select d.execution_id from ff_debt as d limit p_most)
        union
        (
            select j.execution_id
            from ff_job_error as j
            where j.execution_id is not null and j.look_again_at > p_now
            limit p_most
        )
    ) as o
    inner join ff_exec_core as e on e.execution_id = o.execution_id
    where p_route_ids is null or e.route_id = any (p_route_ids);
end;
$_held_leases$;

comment on function _held_leases is
'Executions that may be held by a worker, or were lost by one, with that worker (null: the execution is not), some of them twice: all in these routes (null: in all), unless p_most or more are returned.';
