create or replace function _is_flow_cancelled(p_flow_id uuid)
returns boolean
language plpgsql
stable
as $_is_flow_cancelled$
begin
    return (
        select exists (
            select 1 from ff_flow as f where f.flow_id = p_flow_id and f.cancelled_at is not null
        )
    );
end;
$_is_flow_cancelled$;

comment on function _is_flow_cancelled is 'Was the flow cancelled? False for null.';
