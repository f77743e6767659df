create or replace function _raise_fence_required(
    p_execution_id uuid,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid
)
returns void
language plpgsql
stable
as $_raise_fence_required$
begin
    perform _raise('fence_required', jsonb_build_object(
        'execution_id', p_execution_id,
        'missing', array_remove(array[
            case when p_lease_id is null then 'p_lease_id' end,
            case when p_lease_epoch is null then 'p_lease_epoch' end,
            case when p_attempt_id is null then 'p_attempt_id' end
        ], null)
    ));
end;
$_raise_fence_required$;

comment on function _raise_fence_required is
'Refuses a call that does not identify its lease; the DETAIL names the missing arguments.';
