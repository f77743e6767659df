create or replace function _let_look(p_keys uuid[], p_moments timestamptz[])
returns void
language plpgsql
as $_let_look$
declare
    v_now timestamptz;
    r_route record;
begin
    if p_keys = '{}' then
        return;
    end if;
    v_now := _now_at_gate();
    for r_route in
        with moved as (
            update ff_exec_core as e
            set
                claimable_at = greatest(
                    -- in their order; and no later than the deadline
                    least(
                        greatest(k.moment, v_now + (k.item - 1) * interval '1 microsecond'),
                        e.deadline_at
                    ),
                    -- of a takeover: not while its lease is live
                    case when e.state = 'active' then e.lease_expires_at end,
                    v_now
                ),
                updated_at = v_now
            from unnest(p_keys, p_moments) with ordinality as k (
                execution_id, moment, item
            )
            where
                e.execution_id = k.execution_id
                and e.claimable_at > v_now
            returning e.execution_id, e.route_id, e.claimable_at
        ),
        noted as (
            update ff_admission_wait as w
            set looks_at = m.claimable_at
            from moved as m
            where w.execution_id = m.execution_id
        )
        select m.route_id, min(m.claimable_at) as claimable_at from moved as m group by m.route_id
    loop
        perform _ring_route(r_route.route_id, r_route.claimable_at);
    end loop;
end;
$_let_look$;

comment on function _let_look is
'Gives locked executions of a line the moments when they may look again, none of them before now, and rings.';
