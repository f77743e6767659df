create or replace function _lock_open_flow(p_flow_id uuid)
returns void
language plpgsql
as $_lock_open_flow$
begin
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'submit');
    if (_lock_flow(p_flow_id)).cancelled_at is not null then
        perform _raise('flow_already_terminal', jsonb_build_object('flow_id', p_flow_id));
    end if;
end;
$_lock_open_flow$;

comment on function _lock_open_flow is
'Locks the row of a flow whose graph is to change; refuses one that does not exist or was cancelled.';
