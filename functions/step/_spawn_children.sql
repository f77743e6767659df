create or replace function _spawn_children(
    p_parent ff_exec_core,
    p_step_keys text[],
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb,
    p_per_item text[],
    p_ends_with_parent boolean
)
returns boolean
language plpgsql
as $_spawn_children$
declare
    v_parent_id constant uuid := p_parent.execution_id;
    v_submission _submission;
    v_newest ff_step;
    v_keys text[];
    v_inputs jsonb[];
    v_ids uuid[];
    v_now timestamptz;
begin
    perform _known_child(v_parent_id, k.step_key)
    from unnest(p_step_keys) as k (step_key)
    inner join ff_step as s on s.execution_id = v_parent_id and s.step_key = k.step_key
    where s.kind <> 'child';
    select array_agg(k.step_key order by k.item), array_agg(k.input order by k.item)
    into v_keys, v_inputs
    from unnest(p_step_keys, p_inputs) with ordinality as k (step_key, input, item)
    where not exists (
        select 1
        from ff_step as s
        where s.execution_id = v_parent_id and s.step_key = k.step_key
    );
    if v_keys is null then
        return false;
    end if;
    v_newest := _newest_step(v_parent_id);
    perform _check_step_room(
        v_parent_id, v_newest, cardinality(v_keys),
        (select sum(octet_length(k.step_key)) from unnest(v_keys) as k (step_key))
    );
    perform _become_parent(p_parent);
    if p_per_item is not null
        or p_options ?| array['idempotency_key', 'execution_id', 'payload']
        or _refused_contents(v_inputs, null) <> '{}'
    then
        perform _spawn_child(
            p_parent, k.step_key,
            _submission_from_options(
                p_lane_id, k.input, _item_options(p_options, p_per_item, k.item::integer)
            ),
            p_ends_with_parent, k.item::integer
        )
        from unnest(p_step_keys, p_inputs) with ordinality as k (step_key, input, item)
        where k.step_key = any (v_keys);
        return true;
    end if;
    v_submission := _submission_from_options(p_lane_id, null, p_options);
    v_submission.parent_id := v_parent_id;
    v_ids := array(
        select i.execution_id
        from _submit_alike(v_submission, v_inputs, v_keys) as i
    );
    v_now := _now();
    insert into ff_step (
        execution_id, step_key, kind, place, attempt_index, step_count, byte_count, saved_at,
        child_execution_id, ends_with_parent
    )
    select
        v_parent_id, k.step_key, 'child', coalesce(v_newest.place, 0) + k.item,
        p_parent.attempt_index, coalesce(v_newest.step_count, 0) + k.item,
        coalesce(v_newest.byte_count, 0)
        + sum(octet_length(k.step_key)) over (order by k.item),
        v_now, k.child_id, p_ends_with_parent
    from unnest(v_keys, v_ids) with ordinality as k (step_key, child_id, item)
    on conflict do nothing;
    return true;
end;
$_spawn_children$;

comment on function _spawn_children is
'Submits those of a batch of children that a locked execution has not spawned before, and writes their steps: children that differ only in their input by one statement. Returns whether there were any.';
