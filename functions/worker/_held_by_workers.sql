create or replace function _held_by_workers(
    p_hidden text[],
    p_most integer,
    p_now timestamptz
)
returns jsonb
language plpgsql
stable
as $_held_by_workers$
begin
    return (
        with seen as materialized (
            select h.p_execution_id, h.p_route_id, h.p_worker_instance_id
            from _held_leases(null, p_most, p_now) as h
        ),

        held as (
            select
                s.p_worker_instance_id as worker_instance_id,
                count(distinct s.p_execution_id) as held_count,
                (array_agg(distinct s.p_execution_id))[:100] as ids
            from seen as s
            inner join ff_route as r on r.route_id = s.p_route_id
            where s.p_worker_instance_id is not null and r.lane_id <> all (p_hidden)
            group by s.p_worker_instance_id
        )

        select coalesce(
            jsonb_object_agg(
                h.worker_instance_id, jsonb_build_object('count', h.held_count, 'ids', h.ids)
            ),
            '{}'
        )
        from held as h
        having (select count(*) from seen) < p_most
    );
end;
$_held_by_workers$;

comment on function _held_by_workers is
'For each worker process that holds executions, or has lost some, in lanes that are not hidden, how many and the first hundred, as JSON; null when p_most or more may be held.';
