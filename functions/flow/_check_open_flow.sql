create or replace function _check_open_flow(p_flow_id uuid)
returns void
language plpgsql
stable
as $_check_open_flow$
begin
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'submit');
    if _is_flow_cancelled(p_flow_id) then
        perform _raise('flow_already_terminal', jsonb_build_object('flow_id', p_flow_id));
    end if;
end;
$_check_open_flow$;

comment on function _check_open_flow is 'Refuses a flow that does not exist or was cancelled.';
