create or replace function _member_states(p_flow_id uuid, p_now timestamptz)
returns setof _member_state
language sql
stable
as $_member_states$
    select
        e.execution_id,
        m.node,
        e.kind,
        v.public_state
    from ff_flow_member as m
    inner join ff_exec_core as e
        on e.execution_id = m.execution_id
    inner join ff_state_vector as v
        on v.state = _effective_state(e.state, e.claimable_at, e.lease_expires_at, p_now)
    where m.flow_id = p_flow_id
$_member_states$;

comment on function _member_states is 'The members of a flow with their state as it is now.';
