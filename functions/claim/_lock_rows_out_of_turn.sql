create or replace function _lock_rows_out_of_turn(
    p_route _due_route,
    p_taken tid[],
    p_limit integer,
    p_now timestamptz
)
returns tid[]
language plpgsql
as $_lock_rows_out_of_turn$
begin
    return array(
        select e.ctid
        from ff_exec_core as e
        where
            e.route_id = p_route.route_id
            and e.claimable_at >= p_route.head_at
            and e.claimable_at <= p_now
            and e.ctid <> all (p_taken)
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    );
end;
$_lock_rows_out_of_turn$;

comment on function _lock_rows_out_of_turn is
'Locks for a claim the rows of a route that have been due longest, whatever their key, except rows that it has taken.';
