create or replace function _add_member(
    p_flow_id uuid,
    p_execution_id uuid,
    p_now timestamptz,
    p_node text default null
)
returns void
language plpgsql
as $_add_member$
begin
    insert into ff_flow_member (flow_id, execution_id, node, added_at)
    values (p_flow_id, p_execution_id, p_node, p_now);
end;
$_add_member$;

comment on function _add_member is 'Enters an execution among the members of a flow; its row names the flow, too.';
