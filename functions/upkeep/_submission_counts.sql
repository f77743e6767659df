create or replace function _submission_counts(p_from uuid, p_below uuid, p_limit integer)
returns setof _event_count
language sql
volatile
as $_submission_counts$
    with noted as (
        delete from ff_late_submission as s
        where s.ctid = any (array(
            select o.ctid
            from ff_late_submission as o
            where o.execution_id < p_below
            order by o.execution_id
            limit p_limit
        ))
        returning s.lane_id, s.submitted_at
    )

    select
        'submitted',
        r.lane_id,
        date_bin('1 minute', e.created_at, to_timestamp(0)) as minute_at,
        count(*)
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    where
        e.execution_id >= p_from
        and e.execution_id < p_below
        and not exists (
            select 1 from ff_late_submission as s where s.execution_id = e.execution_id
        )
    group by r.lane_id, minute_at
    union all
    select
        'submitted',
        n.lane_id,
        date_bin('1 minute', n.submitted_at, to_timestamp(0)) as minute_at,
        count(*)
    from noted as n
    group by n.lane_id, minute_at
$_submission_counts$;

comment on function _submission_counts is
'How many executions of a range of ids were submitted, by lane and minute, with the late submissions of these and lower ids, which it removes.';
