create or replace function _ask_for_tick()
returns void
language plpgsql
as $_ask_for_tick$
begin
    -- once in a transaction; ROLLBACK TO a savepoint takes back both
    if current_setting('flowfabric.tick', true) = 'asked for'
        or not (_is_tick_due() or _has_due_flow_todos())
    then
        return;
    end if;
    -- not now: the rows that a tick changes stay locked until the transaction ends
    insert into ff_tick_request default values;
    perform set_config('flowfabric.tick', 'asked for', true);
end;
$_ask_for_tick$;

comment on function _ask_for_tick is
'Asks for a tick when the transaction commits, if one is due; otherwise for the todos of flows, if some are due.';
