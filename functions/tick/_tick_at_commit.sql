create or replace function _tick_at_commit()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $_tick_at_commit$
begin
    delete from ff_tick_request as r where r.request_id = new.request_id;
    -- Who prepares a transaction keeps its locks until who knows when; so may who has constraints
    -- checked before the end.
    if current_query() ~* '^[[:space:]]*(prepare|set)[[:space:]]' then
        return null;
    end if;
    if _is_flow_owed() then
        perform _drain_flow_debts(100);
    end if;
    if _is_tick_due() and _take_turn('tick', 1) then
        perform count(*) from _run_tick(1000, p_is_about_to_commit => true);
    elsif new.is_about_events then
        perform _turn_events();
    end if;
    return null;
end;
$_tick_at_commit$;

comment on function _tick_at_commit is
'Runs a bounded tick when a transaction commits that asked for it, unless somebody else has or does.';
