create or replace function _unnoted_lapses(
    p_after_at timestamptz,
    p_after_id uuid,
    p_namespace text,
    p_hidden text[],
    p_limit integer,
    p_looks integer,
    p_now timestamptz
)
returns setof _lapse
language plpgsql
stable
as $_unnoted_lapses$
declare
    -- the routes share them; where they are too few, that is so until the next ticks
    v_looks constant integer := greatest(
        p_looks / greatest(
            (select count(*)::integer from ff_route as r where r.closed_at is null), 1
        ),
        1
    );
    v_debts constant integer := 5000;
    v_from_at constant timestamptz := greatest(_lapses_noted_until(p_now), p_after_at);
begin
    return query
    select
        u.execution_id, u.route_id, u.namespace, u.lease_id, u.lease_epoch, u.worker_id,
        u.worker_instance_id, u.lease_expires_at, u.attempt_index
    from (
        -- in each route by the moment at which they came due, which is that of the lapse
        select e.*
        from ff_route as r
        cross join lateral (
            select c.*
            from (
                select o.*
                from ff_exec_core as o
                where
                    o.route_id = r.route_id
                    and o.claimable_at >= case
                        -- dead entries below the head are earlier
                        when v_from_at > '-infinity' then v_from_at else _head_of(r.route_id)
                    end
                    and o.claimable_at <= p_now
                -- not by id as well: of a large batch all would be read, to sort them
                order by o.claimable_at
                limit v_looks
            ) as c
            where
                c.state = 'active'
                and c.lease_ended_by is null
                and c.lease_expires_at <= p_now
                and (c.lease_expires_at, c.execution_id) > (p_after_at, p_after_id)
                and (p_namespace is null or c.namespace = p_namespace)
            order by c.claimable_at, c.execution_id
            limit p_limit
        ) as e
        where r.closed_at is null and r.lane_id <> all (p_hidden)
        union all
        -- and those that a tick could not note, because their rows were locked, or not settle
        select e.*
        from (
            (select d.execution_id from ff_debt as d order by d.debt_id limit v_debts)
            union
            select j.execution_id
            from ff_job_error as j
            where j.execution_id is not null and j.look_again_at > p_now
        ) as d
        inner join ff_exec_core as e on e.execution_id = d.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        where
            e.state = 'active'
            and e.lease_ended_by is null
            and e.lease_expires_at <= p_now
            and (e.lease_expires_at, e.execution_id) > (p_after_at, p_after_id)
            and (p_namespace is null or e.namespace = p_namespace)
            and r.lane_id <> all (p_hidden)
    ) as u;
end;
$_unnoted_lapses$;

comment on function _unnoted_lapses is
'Lapsed leases that no tick has noted yet, behind a place: the oldest of those among p_looks executions that came due since the last ticks.';
