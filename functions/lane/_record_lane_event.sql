create or replace function _record_lane_event(
    p_kind ff_event_kind,
    p_lane_id text,
    p_role text,
    p_verbs text[],
    p_reason text,
    p_actor text
)
returns void
language plpgsql
as $_record_lane_event$
begin
    lock table ff_gate_e in row share mode;
    insert into ff_event (kind, occurred_at, details)
    values (
        p_kind,
        _now(),
        _audit(p_reason, p_actor) || jsonb_build_object(
            'lane_id', p_lane_id, 'grantee', p_role, 'verbs', p_verbs
        )
    );
end;
$_record_lane_event$;

comment on function _record_lane_event is 'Records that somebody changed who may act in a lane.';
