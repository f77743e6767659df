create or replace function _source_of(
    p_filter _execution_filter,
    p_newest_first boolean,
    p_after uuid,
    p_limit integer,
    p_now timestamptz
)
returns _source
language plpgsql
stable
as $_source_of$
declare
    v_source _source;
    v_index ff_tag_index;
    v_is_listed boolean;
begin
    select b.p_lowest_id, b.p_highest_id
    into v_source.lowest_id, v_source.highest_id
    from _id_bounds(p_filter) as b;
    v_source.ids := _filter_ids(p_filter, p_now);
    if v_source.ids is not null then
        return v_source;
    end if;
    v_index := _tag_index_of(p_filter);
    v_is_listed := p_filter.flow_id is not null
        or coalesce('completed' < all (p_filter.states), false);
    if v_index.index_id is not null and not v_is_listed then
        -- entries have the higher ids only
        v_is_listed := case
            when p_newest_first then coalesce(p_after > v_index.complete_from, true)
            else coalesce(p_after >= v_index.complete_from, false)
        end;
        if not v_is_listed then
            v_source.highest_id := least(v_source.highest_id, v_index.complete_from);
        end if;
        if v_is_listed = p_newest_first
            and (
                not p_newest_first
                or exists (
                    select from ff_exec_core as e where e.execution_id <= v_index.complete_from
                )
            )
        then
            -- behind these come the others
            v_source.goes_on_at := v_index.complete_from;
        end if;
    else
        v_index := null;
    end if;
    if v_is_listed then
        v_source.ids := _listed_ids(p_filter, v_index, p_newest_first, p_after, p_limit);
        if cardinality(v_source.ids) >= p_limit then
            v_source.goes_on_at := v_source.ids[p_limit];
        end if;
    end if;
    return v_source;
end;
$_source_of$;

comment on function _source_of is
'Where a page of executions is looked for: in a list that the filter leaves, in p_limit of a table that has them in their order, or between two ids.';
