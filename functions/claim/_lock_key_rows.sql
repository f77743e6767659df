create or replace function _lock_key_rows(
    p_route_id integer,
    p_fairness_key text,
    p_from timestamptz,
    p_limit integer,
    p_now timestamptz,
    out p_row_ids tid[],
    out p_last_at timestamptz
)
language plpgsql
as $_lock_key_rows$
begin
    select coalesce(array_agg(c.ctid), '{}'), max(c.claimable_at)
    into p_row_ids, p_last_at
    from (
        select e.ctid, e.claimable_at
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.fairness_key = p_fairness_key
            and e.claimable_at >= p_from
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    ) as c;
end;
$_lock_key_rows$;

comment on function _lock_key_rows is
'Locks due rows of one fairness key for a claim, skipping what others hold.';
