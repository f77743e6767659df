create or replace function _check_flow_id(p_flow_id uuid)
returns void
language plpgsql
stable
as $_check_flow_id$
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    elsif not exists (select 1 from ff_flow as f where f.flow_id = p_flow_id) then
        perform _raise('flow_not_found', jsonb_build_object('flow_id', p_flow_id));
    end if;
end;
$_check_flow_id$;

comment on function _check_flow_id is 'Refuses a flow that does not exist.';
