create or replace function _check_member(p_flow_id uuid, p_execution_id uuid)
returns void
language plpgsql
as $_check_member$
begin
    if not exists (
        select 1
        from ff_flow_member as m
        where m.flow_id = p_flow_id and m.execution_id = p_execution_id
    ) then
        perform _raise('execution_not_in_flow', jsonb_build_object(
            'flow_id', p_flow_id, 'execution_id', p_execution_id
        ));
    end if;
end;
$_check_member$;

comment on function _check_member is 'Refuses an execution that is not a member of a flow.';
