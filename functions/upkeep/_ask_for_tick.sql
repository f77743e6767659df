create or replace function _ask_for_tick()
returns void
language plpgsql
as $_ask_for_tick$
begin
    -- once in a transaction; ROLLBACK TO a savepoint takes back both
    if current_setting('flowfabric.tick', true) = 'asked for'
        or not (_is_tick_due() or _is_flow_owed())
    then
        return;
    end if;
    -- not now: what a tick changes stays locked until the transaction ends
    insert into ff_tick_request default values;
    perform set_config('flowfabric.tick', 'asked for', true);
end;
$_ask_for_tick$;

comment on function _ask_for_tick is
'Has a tick run when the transaction commits, if one is due; or what flows are owed be done, if it is.';
