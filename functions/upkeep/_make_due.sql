create or replace function _make_due(p_row_ids tid[], p_due_row_ids tid[], p_now timestamptz)
returns void
language plpgsql
as $_make_due$
declare
    v_route_ids integer[];
    v_moments timestamptz[];
begin
    with settled as (
        update ff_exec_core as e
        set
            -- The end of a delay, a lease or a grant is a moment to wait for, unless it had passed
            -- before the clock was set back. A row that waits for a worker has no such moment: a
            -- moment ahead comes from before the clock was set back. A lapsed lease is found by
            -- the round that reaches this moment.
            claimable_at = greatest(
                p_now,
                _reserved_until(e, p_now),
                case
                    when e.state = 'active' then e.lease_expires_at
                    when e.ctid = any (p_due_row_ids) then p_now
                    when not _is_eligible(e.state) and e.state <> 'revoked' then e.claimable_at
                end
            ),
            route_id = _live_route(e.route_id)
        -- rows of executions that ended just now have a newer version, and do not match
        where e.ctid = any (p_row_ids)
        returning e.route_id, e.claimable_at
    )

    select array_agg(s.route_id), array_agg(s.claimable_at)
    into v_route_ids, v_moments
    from (
        select o.route_id, min(o.claimable_at) as claimable_at
        from settled as o
        group by o.route_id
    ) as s;
    -- no claim could see them until now
    perform _ring_route(r.route_id, r.claimable_at)
    from unnest(v_route_ids, v_moments) as r (route_id, claimable_at);
end;
$_make_due$;

comment on function _make_due is
'Makes locked rows that a head had passed due again: now, or at the moment that they wait for. p_due_row_ids: the rows that were due before the clock was set back.';
