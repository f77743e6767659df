create or replace function _has_debts(p_lane_ids text[])
returns boolean
language plpgsql
stable
as $_has_debts$
declare
    v_limit constant integer := 1000;
    v_count bigint;
    v_has_some boolean;
begin
    -- debts of removed executions count, too
    select count(*), coalesce(bool_or(r.lane_id = any (p_lane_ids)), false)
    into v_count, v_has_some
    from (
        select n.execution_id
        from ff_debt as n
        order by n.debt_id
        limit v_limit
    ) as d
    left join ff_exec_core as e
        on e.execution_id = d.execution_id
    left join ff_route as r on r.route_id = e.route_id;
    -- with more debts than these, the rest may be of any lane
    return v_has_some or v_count >= v_limit;
end;
$_has_debts$;

comment on function _has_debts is
'Whether a claim head has passed a row of some lanes that is held, or whether there are too many such rows to tell.';
