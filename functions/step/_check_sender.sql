create or replace function _check_sender(p_execution_id uuid)
returns void
language plpgsql
stable
as $_check_sender$
declare
    v_roles constant name[] := _acting_roles();
begin
    if exists (
        select 1
        from ff_exec_core as e
        inner join ff_route as r on r.route_id = e.route_id
        inner join ff_lane as l on l.lane_id = r.lane_id
        where e.execution_id = p_execution_id and l.is_restricted
    ) then
        perform _check_execution(p_execution_id, 'signal');
    elsif not ('ff_producer' = any (v_roles) or _acts_as_operator(v_roles)) then
        perform _raise(
            'not_authorised',
            jsonb_build_object('caller', _caller(), 'call', 'ff_send_signal'),
            coalesce(
                _role_that_helps('{ff_producer,ff_operator}'),
                'Ask the administrator for the role ff_producer, or an operator for a grant of'
                || ' signal in the lane.'
            )
        );
    end if;
end;
$_check_sender$;

comment on function _check_sender is
'Refuses a caller that may not send signals to an execution: in a restricted lane by its right there, elsewhere unless it is a producer or an operator.';
