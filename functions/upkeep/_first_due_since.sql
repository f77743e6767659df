create or replace function _first_due_since(p_since timestamptz, p_now timestamptz)
returns timestamptz
language sql
stable
as $_first_due_since$
    -- One index scan for all routes: there may be ten thousand of them. Dead entries below the
    -- heads are earlier than p_since.
    select coalesce(
        (
            select e.claimable_at
            from ff_exec_core as e
            where
                e.route_id = any (array(
                    select r.route_id
                    from ff_route as r
                    where r.closed_at is null
                    order by r.route_id
                ))
                and e.claimable_at >= p_since
                and e.claimable_at <= p_now
            limit 1
        ),
        'infinity'
    )
$_first_due_since$;

comment on function _first_due_since is
'When a row came due that came due at p_since or later, in any route; infinity: none did.';
