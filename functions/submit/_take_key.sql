create or replace function _take_key(p_submission _submission, p_scope text)
returns ff_created_item
language plpgsql
as $_take_key$
declare
    v_key constant bytea := _key_digest(
        'idempotency:' || p_submission.namespace, p_submission.idempotency_key
    );
    v_digest constant bytea := _content_digest(p_submission.input, p_submission.payload);
    v_window_ms constant bigint := _dedup_window_ms(p_submission);
    v_began_at constant timestamptz := _now();
    v_now timestamptz;
    r_key record;
begin
    -- waits for another open submission under the same key; takes a key whose window has ended
    insert into ff_idempotency as i (
        namespace, key_digest, scope, execution_id, lane_id, kind, content_digest,
        expires_at
    )
    values (
        p_submission.namespace,
        v_key,
        p_scope,
        p_submission.execution_id,
        p_submission.lane_id,
        p_submission.kind,
        v_digest,
        _after_ms(v_began_at, v_window_ms)
    )
    on conflict (namespace, key_digest, scope) do update
    set
        execution_id = excluded.execution_id,
        lane_id = excluded.lane_id,
        kind = excluded.kind,
        content_digest = excluded.content_digest,
        expires_at = excluded.expires_at
    where i.expires_at <= _now();
    if found then
        v_now := _now();
        if v_now >= v_began_at + interval '1 millisecond' then
            -- it waited for another submission: the window begins when the key is taken
            update ff_idempotency as i
            set expires_at = _after_ms(v_now, v_window_ms)
            where
                i.namespace = p_submission.namespace
                and i.key_digest = v_key
                and i.scope = p_scope;
        end if;
        return null;
    end if;

    select
        i.execution_id,
        i.lane_id,
        i.lane_id = p_submission.lane_id
        and i.kind = p_submission.kind
        and i.content_digest = v_digest
        and (
            p_submission.flow_id is null
            or e.execution_id is null
            or e.flow_id is not distinct from p_submission.flow_id
        ) as is_same,
        _public_state(
            _effective_state(e.state, e.claimable_at, e.lease_expires_at, _now())
        ) as public_state
    into r_key
    from ff_idempotency as i
    left join ff_exec_core as e
        on e.execution_id = i.execution_id
    where
        i.namespace = p_submission.namespace
        and i.key_digest = v_key
        and i.scope = p_scope;
    if p_scope = '' and r_key.lane_id <> p_submission.lane_id and exists (
        select 1
        from ff_lane as l
        where l.lane_id = p_submission.lane_id and l.restricted_by is not null
    ) then
        -- the shared key of another lane is not in the way of a restricted lane
        return null;
    end if;
    if r_key.is_same then
        return (r_key.execution_id, 'duplicate', r_key.public_state, null, null)::ff_created_item;
    end if;
    return (
        null,
        'idempotency_key_conflict',
        null,
        'ZF205',
        jsonb_strip_nulls(jsonb_build_object(
            'idempotency_key', p_submission.idempotency_key,
            -- not to a caller to whom its lane is closed
            'execution_id', case
                when _has_lane_right(r_key.lane_id, '{submit,read,operate}') then r_key.execution_id
            end
        ))
    )::ff_created_item;
end;
$_take_key$;

comment on function _take_key is
'Takes the key of a submission in one scope. Returns null when the submission has the key now, or needs it there no more; otherwise its answer (a duplicate or a conflict).';
