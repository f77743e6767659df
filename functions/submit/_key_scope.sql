create or replace function _key_scope(p_submission _submission)
returns text
language plpgsql
stable
as $_key_scope$
begin
    if not exists (
        select 1
        from ff_lane as l
        where l.lane_id = p_submission.lane_id and l.is_restricted
    ) or exists (
        -- taken before the lane was restricted
        select 1
        from ff_idempotency as i
        where
            i.namespace = p_submission.namespace
            and i.idempotency_key = p_submission.idempotency_key
            and i.scope = ''
            and i.lane_id = p_submission.lane_id
            and i.expires_at > _now()
    ) then
        return '';
    end if;
    return p_submission.lane_id;
end;
$_key_scope$;

comment on function _key_scope is
'Where the key of a submission is looked for: a restricted lane has keys of its own, which a caller without a right to submit there can neither take nor ask for.';
