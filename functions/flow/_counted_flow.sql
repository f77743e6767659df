create or replace function _counted_flow(p_flow_id uuid, p_now timestamptz)
returns ff_flow_counts
language sql
stable
as $_counted_flow$
    select row(
        p_flow_id,
        case
            when _is_flow_cancelled(p_flow_id) then 'cancelled'
            when c.total_members = 0 then 'open'
            when c.total_members = c.over then case
                when c.failed + c.cancelled + c.expired = 0 then 'completed'
                -- reached only when all members have ended and some of them did not complete
                when exists (
                    select 1
                    from _missed_members(p_flow_id) as n
                    inner join ff_exec_core as e
                        on e.execution_id = n.execution_id
                    where e.state not in ('skipped', 'skipped_unstarted')
                ) then 'failed'
                else 'completed'
            end
            when c.active > 0 then 'running'
            when c.suspended + c.delayed + c.rate_limited + c.waiting_children > 0 then 'blocked'
            else 'open'
        end,
        c.total_members,
        c.waiting,
        c.delayed,
        c.rate_limited,
        c.waiting_children,
        c.active,
        c.suspended,
        c.completed,
        c.failed,
        c.cancelled,
        c.expired,
        c.skipped
    )::ff_flow_counts
    from (
        select
            count(*) as total_members,
            count(*) filter (where m.public_state >= 'completed') as over,
            count(*) filter (where m.public_state = 'waiting') as waiting,
            count(*) filter (where m.public_state = 'delayed') as delayed,
            count(*) filter (where m.public_state = 'rate_limited') as rate_limited,
            count(*) filter (where m.public_state = 'waiting_children') as waiting_children,
            count(*) filter (where m.public_state = 'active') as active,
            count(*) filter (where m.public_state = 'suspended') as suspended,
            count(*) filter (where m.public_state = 'completed') as completed,
            count(*) filter (where m.public_state = 'failed') as failed,
            count(*) filter (where m.public_state = 'cancelled') as cancelled,
            count(*) filter (where m.public_state = 'expired') as expired,
            count(*) filter (where m.public_state = 'skipped') as skipped
        from _member_states(p_flow_id, p_now) as m
    ) as c
$_counted_flow$;

comment on function _counted_flow is
'The number of members of a flow in each state, and the state of the flow that follows from these numbers.';
