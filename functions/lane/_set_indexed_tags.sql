create or replace function _set_indexed_tags(p_lane_id text, p_keys text[])
returns void
language plpgsql
as $_set_indexed_tags$
begin
    update ff_tag_index as i
    set is_dropped = true, changed_by = pg_current_xact_id(), readers = null
    where i.lane_id = p_lane_id and not i.is_dropped and i.tag_key <> all (p_keys);
    insert into ff_tag_index (lane_id, tag_key, changed_by)
    select p_lane_id, k.tag_key, pg_current_xact_id()
    from unnest(p_keys) as k (tag_key)
    where not exists (
        select
        from ff_tag_index as i
        where i.lane_id = p_lane_id and i.tag_key = k.tag_key and not i.is_dropped
    );
end;
$_set_indexed_tags$;

comment on function _set_indexed_tags is
'Sets the tags that lists of a locked lane are read by; ticks make the change known.';
