create or replace function _suspension_answer(
    p_suspension ff_suspension,
    p_outcome text,
    p_now timestamptz,
    p_token_ttl_ms bigint,
    p_is_replay boolean
)
returns ff_suspended_execution
language plpgsql
stable
as $_suspension_answer$
begin
    return row(
        p_outcome,
        p_suspension.execution_id,
        p_suspension.suspension_id,
        coalesce(
            (
                select jsonb_agg(
                    jsonb_build_object(
                        'waitpoint_id', w.waitpoint_id,
                        'waitpoint_key', w.waitpoint_key,
                        'token', _token_of(w, _after_ms(p_now, p_token_ttl_ms))
                    )
                    order by w.waitpoint_key collate "C", w.waitpoint_id
                )
                from ff_waitpoint as w
                where w.suspension_id = p_suspension.suspension_id
            ),
            '[]'
        ),
        p_suspension.timeout_at,
        _ms_until(p_suspension.timeout_at, p_now),
        p_is_replay
    )::ff_suspended_execution;
end;
$_suspension_answer$;

comment on function _suspension_answer is 'The answer to a worker that suspends.';
