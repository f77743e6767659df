create or replace function _claim_idempotency_key(p_submission _submission)
returns ff_created_item
language plpgsql
as $_claim_idempotency_key$
declare
    v_scopes text[];
    v_item ff_created_item;
begin
    -- With its id and the gate, this transaction is among the holders that a tick waits for when
    -- the lane is restricted after the next look.
    perform pg_current_xact_id();
    lock table ff_gate_h in row share mode;
    v_scopes := _key_scopes(p_submission);
    v_item := _take_key(p_submission, v_scopes[1]);
    if v_item.outcome is null and v_scopes[2] is not null then
        v_item := _take_key(p_submission, v_scopes[2]);
        if v_item.outcome is not null then
            perform _free_key(p_submission, v_scopes[1]);
        end if;
    end if;
    return v_item;
end;
$_claim_idempotency_key$;

comment on function _claim_idempotency_key is
'Takes the key of a submission. Returns null when the submission has the key now, otherwise its answer (a duplicate or a conflict).';
