create or replace function _unindex_tags(p_execution_id uuid, p_tags jsonb)
returns void
language plpgsql
as $_unindex_tags$
begin
    if p_tags = '{}' or pg_sequence_last_value('ff_tag_index_index_id_seq'::regclass) is null then
        return;
    end if;
    delete from ff_tag_entry as t
    using ff_exec_core as e, ff_route as r, ff_tag_index as i
    where
        e.execution_id = p_execution_id
        and r.route_id = e.route_id
        and i.lane_id = r.lane_id
        and p_tags ? i.tag_key
        and t.index_id = i.index_id
        and t.value_digest = _tag_digest(p_tags ->> i.tag_key)
        and t.execution_id = p_execution_id;
end;
$_unindex_tags$;

comment on function _unindex_tags is
'Removes the entries of tags of a locked execution, before it loses the tags.';
