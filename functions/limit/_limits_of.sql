create or replace function _limits_of(p_execution ff_exec_core, p_rules jsonb)
returns _limits
language plpgsql
stable
as $_limits_of$
begin
    if not p_execution.is_limited and not coalesce(_has_limits(p_rules), false) then
        return null;
    end if;
    return (
        (_route_of(p_execution)).priority,
        array(select b from _buckets_of(p_execution, p_rules) as b),
        _budgets_of(p_execution, p_rules)
    )::_limits;
end;
$_limits_of$;

comment on function _limits_of is
'The limits of an execution in a lane with these rules (_lane_rules), or null; the functions that decide about its admission are given this value, and read none of it again.';
