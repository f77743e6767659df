create or replace function _check_open_flow(p_flow_id uuid)
returns void
language plpgsql
as $_check_open_flow$
declare
    v_is_cancelled boolean;
begin
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'submit');
    -- Retention locks the row of a flow before it looks at its members, so it skips this flow until
    -- this transaction ends. The lock does not conflict with that of another submission, nor with
    -- a change of the graph or of a tag.
    select f.cancelled_at is not null
    into v_is_cancelled
    from ff_flow as f
    where f.flow_id = p_flow_id and not f.is_going
    for key share;
    if not found then
        perform _raise('flow_not_found', jsonb_build_object('flow_id', p_flow_id));
    elsif v_is_cancelled then
        perform _raise('flow_already_terminal', jsonb_build_object('flow_id', p_flow_id));
    end if;
end;
$_check_open_flow$;

comment on function _check_open_flow is
'Refuses a submission into a flow that does not exist or was cancelled; keeps retention from removing the flow until the transaction ends.';
