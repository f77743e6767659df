create or replace function _check_frame(
    p_payload bytea,
    p_text text,
    p_json jsonb,
    p_kind text,
    p_mode text,
    p_frame_type text,
    p_correlation_id text,
    p_retention_maxlen integer,
    p_ttl_ms bigint
)
returns void
language plpgsql
stable
as $_check_frame$
begin
    if num_nonnulls(p_payload, p_text, p_json) <> 1 then
        perform _raise_invalid(
            'p_payload', 'or p_text or p_json must be given, and only one of them'
        );
    elsif p_kind is null then
        perform _raise_null('p_kind');
    elsif p_kind <> all (enum_range(null::ff_frame_kind)::text[]) then
        perform _raise_invalid('p_kind', 'must be stdout, stderr, event or blob');
    elsif p_mode is null then
        perform _raise_null('p_mode');
    elsif p_mode <> all (enum_range(null::ff_frame_mode)::text[]) then
        perform _raise_invalid('p_mode', 'must be durable, summary or best_effort');
    elsif p_retention_maxlen not between 1 and 1000000 then
        perform _raise_invalid('p_retention_maxlen', 'must be between 1 and 1000000');
    elsif (p_mode = 'best_effort') <> (p_ttl_ms is not null) then
        perform _raise_invalid('p_ttl_ms', 'must be given for best_effort, and only then');
    elsif p_ttl_ms not between 1 and 86400000 then
        perform _raise_invalid('p_ttl_ms', 'must be between 1 and 86400000');
    end if;
    perform _check_json('p_json', p_json);
    if p_frame_type is not null then
        perform _check_name('p_frame_type', p_frame_type, 'label');
    end if;
    if p_correlation_id is not null then
        perform _check_name('p_correlation_id', p_correlation_id, 'label');
    end if;
end;
$_check_frame$;

comment on function _check_frame is 'Refuses wrong arguments of a frame, before the execution is looked at.';
