create or replace function _submit_checked(
    p_submission _submission,
    p_item integer default 1
)
returns ff_created_item
language plpgsql
as $_submit_checked$
declare
    v_is_id_given constant boolean := p_submission.execution_id is not null;
    v_submission _submission;
    v_item ff_created_item;
begin
    if v_is_id_given then
        perform _check_new_execution_id('p_execution_id', p_submission.execution_id);
    end if;
    perform _check_submission(p_submission);
    if v_is_id_given or p_submission.idempotency_key is not null then
        -- checked before the answer can tell that an execution exists; otherwise with the route
        perform _check_lane(p_submission.lane_id, 'submit');
    end if;
    v_submission := _with_execution_id(p_submission, p_item);
    if p_submission.idempotency_key is not null then
        v_item := _claim_idempotency_key(v_submission);
    end if;
    if v_item.outcome is null then
        v_item := _submit(v_submission, v_is_id_given, p_item);
    end if;
    if v_item.error_code is not null then
        perform _raise(v_item.outcome, v_item.error_detail);
    end if;
    return v_item;
end;
$_submit_checked$;

comment on function _submit_checked is
'Submits one execution in the general way: checks the submission and all objects that it names, and returns a duplicate if it repeats a submission.';
