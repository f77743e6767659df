create or replace function _free_key(p_submission _submission, p_scope text default null)
returns void
language plpgsql
as $_free_key$
begin
    delete from ff_idempotency as i
    where
        i.namespace = p_submission.namespace
        and i.key_digest = _key_digest(
            'idempotency:' || p_submission.namespace, p_submission.idempotency_key
        )
        and i.execution_id = p_submission.execution_id
        -- a restricted lane has keys of its own: the key of another lane may name this execution
        and i.lane_id = p_submission.lane_id
        and (p_scope is null or i.scope = p_scope);
end;
$_free_key$;

comment on function _free_key is
'Gives back the key that a submission has taken, because the submission is refused: in p_scope, or in all.';
