create or replace function _is_being_submitted_to(p_flow_id uuid)
returns boolean
language plpgsql
as $_is_being_submitted_to$
declare
    v_is_free boolean;
begin
    -- A submission holds the row of the flow in KEY SHARE mode until it commits. The subtransaction
    -- gives the lock back: no submission has to wait for the caller's transaction.
    begin
        perform from ff_flow as f where f.flow_id = p_flow_id for update skip locked;
        v_is_free := found;
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        when raise_exception then
            null;
    end;
    return not v_is_free;
end;
$_is_being_submitted_to$;

comment on function _is_being_submitted_to is
'Is an open transaction adding a member to a flow, or holding the row of the flow for another reason? The caller must not have locked it.';
