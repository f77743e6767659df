create or replace function _first_due_since(p_since timestamptz, p_now timestamptz)
returns timestamptz
language sql
stable
as $_first_due_since$
    select coalesce(min(n.claimable_at), 'infinity')
    from ff_route as r
    cross join lateral (
        select e.claimable_at
        from ff_exec_core as e
        where
            e.route_id = r.route_id
            and e.claimable_at >= greatest(p_since, _head_of(r.route_id))
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit 1
    ) as n
    where r.closed_at is null
$_first_due_since$;

comment on function _first_due_since is
'The moment at which the first execution came due, or its lease lapsed, since another moment; infinity if no execution has.';
