create or replace function _held_ids(
    p_filter _execution_filter,
    p_now timestamptz,
    p_most integer
)
returns uuid[]
language plpgsql
stable
as $_held_ids$
declare
    v_seen bigint;
    v_ids uuid[];
begin
    select
        count(*),
        coalesce(array_agg(distinct h.p_execution_id) filter (where (
            p_filter.worker_instance_id is null
            or h.p_worker_instance_id = p_filter.worker_instance_id
        ) and h.p_worker_instance_id is not null), '{}')
    into v_seen, v_ids
    from _held_leases(p_filter.route_ids, p_most, p_now) as h;
    return case when v_seen < p_most then v_ids end;
end;
$_held_ids$;

comment on function _held_ids is
'The executions that workers, or the one of a filter, hold or have lost; null when p_most or more might be among them.';
