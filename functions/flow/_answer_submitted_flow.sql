create or replace function _answer_submitted_flow(p_flow_id uuid, p_digest bytea)
returns ff_submitted_flow
language plpgsql
stable
as $_answer_submitted_flow$
begin
    perform _check_flow(p_flow_id, 'submit');
    if (select f.document_digest from ff_flow as f where f.flow_id = p_flow_id)
        is distinct from p_digest
    then
        perform _raise('flow_conflict', jsonb_build_object('flow_id', p_flow_id));
    end if;
    return _submitted_flow(p_flow_id, 'duplicate');
end;
$_answer_submitted_flow$;

comment on function _answer_submitted_flow is
'The answer to a submission of a flow that already exists: a duplicate if it is the same flow; raises a conflict otherwise.';
