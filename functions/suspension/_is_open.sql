create or replace function _is_open(
    p_waitpoint ff_waitpoint,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns boolean
language plpgsql
stable
as $_is_open$
begin
    -- an active waitpoint is open until its suspension ends, which closes it
    return (
        select coalesce(
            p_waitpoint.state = 'active'
            or (
                p_waitpoint.state = 'pending'
                and coalesce(p_waitpoint.expires_at > p_now, true)
                and case
                    when p_waitpoint.step_key is not null then p_execution.terminal_at is null
                    -- The attempt runs, or will go on. An attempt whose lease was lost never goes
                    -- on: another attempt takes its place and creates its own waitpoints.
                    else p_waitpoint.attempt_index = p_execution.attempt_index
                        and (
                            v.attempt_state = 'running_attempt'
                            or (
                                v.attempt_state = 'attempt_interrupted'
                                and v.lifecycle_phase <> 'active'
                            )
                        )
                end
            ),
            false
        )
        from ff_state_vector as v
        where v.state = _effective_state(
            p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
        )
    );
end;
$_is_open$;

comment on function _is_open is
'Does the waitpoint take signals? A pending waitpoint ends with its time, and with its attempt or, if it belongs to a step, with its execution, although its row stays pending.';
