create or replace function _with_execution_id(
    p_submission _submission,
    p_item integer default 1
)
returns _submission
language plpgsql
volatile
as $_with_execution_id$
declare
    v_submission _submission := p_submission;
begin
    if p_submission.execution_id is null then
        -- a microsecond apart, so that a batch is listed in the order given
        v_submission.execution_id := _new_id(
            _now() + (p_item - 1) * interval '1 microsecond',
            _partition_for(
                p_submission.flow_id, p_submission.budget_ids[1], p_submission.quota_policy_id,
                p_submission.namespace, p_submission.idempotency_key, p_submission.parent_id
            )
        );
    end if;
    return v_submission;
end;
$_with_execution_id$;

comment on function _with_execution_id is 'A submission with an id: the given one, or a new one.';
