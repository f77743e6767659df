create or replace function _key_scopes(p_submission _submission)
returns text[]
language plpgsql
stable
as $_key_scopes$
declare
    v_lane_id constant text := p_submission.lane_id;
    v_is_granted boolean;
    v_is_moving boolean;
begin
    select
        l.restricted_by is not null,
        exists (select 1 from ff_key_move as m where m.lane_id = v_lane_id)
    into v_is_granted, v_is_moving
    from ff_lane as l
    where l.lane_id = v_lane_id;
    if v_is_granted is not true then
        -- an older snapshot does not show the first grant of the lane
        return case
            when current_setting('transaction_isolation') = 'read committed' then array['']
            else array['', v_lane_id]
        end;
    elsif v_is_moving then
        return array['', v_lane_id];
    elsif exists (
        -- taken before the first grant
        select 1
        from ff_idempotency as i
        where
            i.namespace = p_submission.namespace
            and i.key_digest = _key_digest(
                'idempotency:' || p_submission.namespace, p_submission.idempotency_key
            )
            and i.scope = ''
            and i.lane_id = v_lane_id
            and i.expires_at > _now()
    ) then
        return array[''];
    end if;
    return array[v_lane_id];
end;
$_key_scopes$;

comment on function _key_scopes is
'Where the key of a submission is looked for, in the order in which it is taken there: among the keys that all lanes share (the empty text), or among those of its lane. A lane has keys of its own from its first grant on, which a caller without a right to submit there can neither take nor ask for.';
