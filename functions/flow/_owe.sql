create or replace function _owe(
    p_kind ff_flow_debt_kind,
    p_keys uuid[],
    p_try_count integer default 0
)
returns void
language plpgsql
as $_owe$
declare
    -- the gate first: the head of the debts rests on it
    v_now constant timestamptz := _announce();
begin
    insert into ff_flow_debt (kind, execution_id, due_at, try_count)
    select p_kind, k.execution_id, _debt_due_at(v_now, p_try_count), p_try_count
    from unnest(p_keys) as k (execution_id);
    if p_try_count = 0 then
        -- who commits next may be us: then it is done by the time anybody can see the debt
        perform _ask_for_tick();
    end if;
end;
$_owe$;

comment on function _owe is
'Leaves work on the edges or the joins of executions to later claims and ticks.';
