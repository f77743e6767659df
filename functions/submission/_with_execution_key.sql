create or replace function _with_execution_key(
    p_submission _submission,
    p_item integer default 1
)
returns _submission
language plpgsql
volatile
as $_with_execution_key$
declare
    v_submission _submission := p_submission;
    v_now timestamptz := _now();
    v_key _execution_key;
begin
    if p_submission.execution_key is null then
        if p_item > 1 then
            -- a microsecond apart, so that a batch is listed in the order given
            v_now := v_now + (p_item - 1) * interval '1 microsecond';
        end if;
        v_key.execution_id := _new_execution_uuid(v_now);
        v_key.partition_key := _partition_key_of(v_key.execution_id, p_submission.flow_id);
        v_submission.execution_key := v_key;
    end if;
    return v_submission;
end;
$_with_execution_key$;

comment on function _with_execution_key is 'A submission with an id: the one it came with, or a new one.';
