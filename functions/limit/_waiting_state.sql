create or replace function _waiting_state(p_state ff_state)
returns ff_state
language plpgsql
stable
as $_waiting_state$
begin
    return (
        select s.state
        from ff_state_vector as v
        inner join ff_state_vector as s
            on s.attempt_state = v.attempt_state and s.blocking_reason = 'waiting_for_worker'
        where v.state = p_state and s.eligibility_state = 'eligible_now'
    );
end;
$_waiting_state$;

comment on function _waiting_state is 'The state of a blocked execution once nothing blocks it any more.';
