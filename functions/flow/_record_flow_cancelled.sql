create or replace function _record_flow_cancelled(
    p_flow_id uuid,
    p_now timestamptz,
    p_cancellation_policy text,
    p_reason text,
    p_actor text
)
returns void
language plpgsql
as $_record_flow_cancelled$
begin
    perform _record_operation(
        'flow_cancelled', p_now, p_reason, p_actor,
        jsonb_build_object(
            'cancellation_policy', p_cancellation_policy,
            'member_count', (select count(*) from ff_flow_member as m where m.flow_id = p_flow_id)
        ),
        f.flow_id, f.namespace
    )
    from ff_flow as f
    where f.flow_id = p_flow_id;
end;
$_record_flow_cancelled$;

comment on function _record_flow_cancelled is 'Writes the event of the cancellation of a flow.';
