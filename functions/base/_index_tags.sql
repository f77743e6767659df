create or replace function _index_tags(p_lane_id text, p_tags jsonb, p_execution_ids uuid[])
returns void
language plpgsql
as $_index_tags$
begin
    -- no value before the first use
    if p_tags = '{}' or pg_sequence_last_value('ff_tag_index_index_id_seq'::regclass) is null then
        return;
    end if;
    insert into ff_tag_entry (index_id, value_digest, execution_id)
    select i.index_id, _tag_digest(p_tags ->> i.tag_key), x.execution_id
    from ff_tag_index as i
    cross join unnest(p_execution_ids) as x (execution_id)
    where i.lane_id = p_lane_id and not i.is_dropped and p_tags ? i.tag_key
    on conflict do nothing;
end;
$_index_tags$;

comment on function _index_tags is
'Enters tags of executions of a lane that its lists are read by.';
