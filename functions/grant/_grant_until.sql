create or replace function _grant_until(
    p_execution ff_exec_core,
    p_grant_ttl_ms bigint,
    p_now timestamptz
)
returns timestamptz
language plpgsql
stable
as $_grant_until$
begin
    return least(
        _after_ms(p_now, p_grant_ttl_ms),
        -- a grant cannot be redeemed past the deadline
        p_execution.deadline_at,
        -- nor does it put off the timeout of an attempt whose lease was lost
        case
            when _is_active(p_execution.state) and p_execution.attempt_deadline_at > p_now
                then p_execution.attempt_deadline_at
        end
    );
end;
$_grant_until$;

comment on function _grant_until is 'Until when a grant that is issued now reserves a locked execution.';
