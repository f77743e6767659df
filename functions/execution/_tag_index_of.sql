create or replace function _tag_index_of(p_filter _execution_filter)
returns ff_tag_index
language plpgsql
stable
as $_tag_index_of$
declare
    v_index ff_tag_index;
begin
    if p_filter.lane_id is not null and p_filter.tags is not null then
        select i.*
        into v_index
        from ff_tag_index as i
        where
            i.lane_id = p_filter.lane_id
            and p_filter.tags ? i.tag_key
            and i.complete_from is not null
            and not i.is_dropped
        order by i.index_id
        limit 1;
    end if;
    return v_index;
end;
$_tag_index_of$;

comment on function _tag_index_of is 'An index of a tag that a filter can be read from; null: no tag of the filter has one.';
