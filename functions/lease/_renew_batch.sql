create or replace function _renew_batch(p_handles text[], p_ttl_ms bigint)
returns setof ff_renewed_item
language plpgsql
as $_renew_batch$
declare
    v_row_ids tid[];
    v_locked integer[];
    v_ttls_ms bigint[];
    v_expiries timestamptz[];
    v_items integer[];
    v_now timestamptz;
    v_renewed ff_renewed_item[];
    v_limited uuid[];
    v_until timestamptz[];
    v_shortened integer[];
    v_shortened_to timestamptz[];
begin
    select l.p_row_ids, l.p_items, l.p_ttls_ms, l.p_expiries
    into v_row_ids, v_locked, v_ttls_ms, v_expiries
    from _try_leases(p_handles, p_ttl_ms) as l;
    -- the expiry is judged after the locks are held
    v_now := _now_at_gate();

    with renewed as (
        update ff_exec_core as e
        set
            claimable_at = least(i.expires_at, e.attempt_deadline_at, e.deadline_at),
            lease_expires_at = least(i.expires_at, e.attempt_deadline_at, e.deadline_at),
            lease_renewed_at = v_now,
            -- the clock may have been set back to before a lapse that was noted
            lease_ended_at = null,
            lease_ended_by = null,
            updated_at = v_now
        from (
            select
                l.row_id, l.item, l.was_until,
                coalesce(_after_ms(v_now, l.ttl_ms), l.was_until) as expires_at
            from unnest(v_row_ids, v_locked, v_ttls_ms, v_expiries)
                as l (row_id, item, ttl_ms, was_until)
        ) as i
        where
            e.ctid = i.row_id
            and i.was_until > _fence_moment(i.was_until, v_now)
        returning
            i.item, e.ctid as row_id, e.execution_id,
            e.lease_epoch, e.lease_expires_at, e.is_limited,
            e.is_cancel_requested or (e.is_limited and _is_told_to_stop(e)) as is_cancel_requested,
            case when e.lease_expires_at < i.was_until then e.route_id end as route_id
    )

    select
        array_agg(
            row(
                c.execution_id, 'renewed', c.lease_expires_at,
                _ms_between(v_now, c.lease_expires_at), c.lease_epoch, c.is_cancel_requested,
                null, null
            )::ff_renewed_item
        ),
        coalesce(array_agg(c.item), '{}'),
        array_agg(c.row_id),
        array_agg(c.execution_id) filter (where c.is_limited),
        array_agg(c.lease_expires_at) filter (where c.is_limited),
        array_agg(c.route_id) filter (where c.route_id is not null),
        array_agg(c.lease_expires_at) filter (where c.route_id is not null)
    into v_renewed, v_items, v_row_ids, v_limited, v_until, v_shortened, v_shortened_to
    -- sorted once, and not by each aggregate
    from (select r.* from renewed as r order by r.item) as c;
    perform _record_batch('renewed', v_row_ids, v_now);
    if v_shortened is not null then
        -- workers that sleep expect these leases to lapse later
        perform _ring_route(s.route_id, min(s.until))
        from unnest(v_shortened, v_shortened_to) as s (route_id, until)
        group by s.route_id;
    end if;
    if v_limited is not null then
        perform _extend_slots(k.execution_id, k.until)
        from unnest(v_limited, v_until) as k (execution_id, until);
    end if;
    if cardinality(v_items) = cardinality(p_handles) then
        return query select r.* from unnest(v_renewed) as r;
    else
        return query
        select r.*
        from _answer_renewals(
            _parse_handles(p_handles), v_locked, v_items, v_renewed, v_now
        ) as r;
    end if;
end;
$_renew_batch$;

comment on function _renew_batch is
'Extends the leases that the handles hold, and returns an answer for every handle.';
