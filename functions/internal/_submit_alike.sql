create or replace function _submit_alike(
    p_submission _submission,
    p_inputs jsonb[]
)
returns setof ff_created_item
language plpgsql
as $_submit_alike$
declare
    v_place constant _placement := _place(p_submission);
    v_times constant _schedule := _schedule_submission(p_submission, v_place.policy);
    v_ids constant uuid[] := _sibling_uuids(
        _new_execution_uuid(v_times.submitted_at), cardinality(p_inputs)
    );
begin
    insert into ff_exec_core (
        execution_id, partition_key, state, route_id, claimable_at, created_at, updated_at,
        deadline_at, kind, namespace, created_by, creating_actor, tags, policy, input, payload
    )
    select
        i.execution_id,
        _solo_partition_key(i.execution_id),
        v_times.state,
        v_place.route_id,
        -- a microsecond apart, so that they are claimed in the order given
        v_times.claimable_at + (i.item - 1) * interval '1 microsecond',
        v_times.submitted_at,
        v_times.submitted_at,
        v_times.deadline_at,
        p_submission.kind,
        p_submission.namespace,
        session_user::text,
        p_submission.actor,
        p_submission.tags,
        v_place.policy,
        i.input,
        p_submission.payload
    from unnest(v_ids, p_inputs) with ordinality as i (execution_id, input, item);
    return query
    select
        _format_execution_id(_solo_partition_key(i.execution_id), i.execution_id),
        'created',
        v_times.public_state,
        null::text,
        null::jsonb
    from unnest(v_ids) with ordinality as i (execution_id, item)
    order by i.item;
end;
$_submit_alike$;

comment on function _submit_alike is
'Writes a batch of submissions that differ in nothing but their input, as one statement.';
