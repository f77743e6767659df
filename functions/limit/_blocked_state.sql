create or replace function _blocked_state(p_state ff_state, p_eligibility ff_eligibility_state)
returns ff_state
language plpgsql
stable
as $_blocked_state$
begin
    return (
        select s.state
        from ff_state_vector as v
        inner join ff_state_vector as s
            on s.attempt_state = v.attempt_state and s.eligibility_state = p_eligibility
        where v.state = p_state and s.blocking_reason <> 'paused_by_flow_cancel'
    );
end;
$_blocked_state$;

comment on function _blocked_state is 'The state of a waiting execution once it is blocked.';
