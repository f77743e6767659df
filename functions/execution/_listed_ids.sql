create or replace function _listed_ids(
    p_filter _execution_filter,
    p_index ff_tag_index,
    p_newest_first boolean,
    p_after uuid,
    p_limit integer
)
returns uuid[]
language plpgsql
stable
as $_listed_ids$
begin
    return array(
        select l.execution_id
        from (
            select m.execution_id
            from ff_flow_member as m
            where p_filter.flow_id is not null and m.flow_id = p_filter.flow_id
            union all
            select t.execution_id
            from ff_tag_entry as t
            where
                p_filter.flow_id is null
                and p_index.index_id is not null
                and t.index_id = p_index.index_id
                and t.value_digest = _tag_digest(p_filter.tags ->> p_index.tag_key)
                and t.execution_id > p_index.complete_from
            union all
            select u.execution_id
            from ff_unsuccessful as u
            where p_filter.flow_id is null and p_index.index_id is null
        ) as l
        where
            p_after is null
            or case
                when p_newest_first then l.execution_id < p_after else l.execution_id > p_after
            end
        order by
            case when p_newest_first then l.execution_id end desc,
            case when not p_newest_first then l.execution_id end
        limit p_limit
    );
end;
$_listed_ids$;

comment on function _listed_ids is
'The next executions that a filter can match, from the table that lists them in their order: the members of its flow, the entries of an indexed tag, or the ends without success.';
