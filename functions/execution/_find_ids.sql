create or replace function _find_ids(
    p_filter _execution_filter,
    p_reach _reach,
    p_now timestamptz,
    p_newest_first boolean,
    p_after uuid,
    p_limit integer
)
returns _found
language plpgsql
stable
set enable_seqscan = off
-- the key has the order: never all of them, sorted
set enable_bitmapscan = off
set enable_sort = off
set jit = off
-- with the filter at hand, the plan leaves out what is not asked for
set plan_cache_mode = force_custom_plan
as $_find_ids$
declare
    v_most integer := 20000;
    -- a row that a list names takes as long as several that are read in their order
    v_weight constant integer := 4;
    -- of a list that is long, the first ones first: where matches are dense, they are enough
    v_step integer := least(v_most / v_weight, 2 * p_limit + 200);
    v_source _source;
    v_found _found := ('{}'::uuid[], p_after, true);
    v_from uuid := p_after;
    v_ends uuid[];
begin
    loop
        v_source := _source_of(p_filter, p_newest_first, v_from, v_step, p_now);
        v_found.ids := v_found.ids || array(
            select e.execution_id
            from (
                select o.*
                from ff_exec_core as o
                where _is_among(o.execution_id, v_source, p_newest_first, v_from, null)
                order by
                    case when p_newest_first then o.execution_id end desc,
                    case when not p_newest_first then o.execution_id end
                limit v_most
            ) as e
            where
                _matches(row(
                    e.execution_id, e.route_id, e.created_at, e.flow_id, e.kind, e.namespace,
                    e.idempotency_key, e.tags, e.state, e.claimable_at, e.lease_expires_at,
                    e.worker_instance_id, e.failure_category
                )::_candidate, p_filter, p_now)
                and (p_filter.applies_to is null or e.state = any (p_filter.applies_to))
                and _is_in_reach(e.route_id, e.created_by, p_reach)
            order by
                case when p_newest_first then e.execution_id end desc,
                case when not p_newest_first then e.execution_id end
            limit p_limit + 1 - cardinality(v_found.ids)
        );
        if cardinality(v_found.ids) > p_limit then
            v_found.ids := v_found.ids[:p_limit];
            v_found.after := coalesce(v_found.ids[p_limit], p_after);
            return v_found;
        end if;
        if v_source.ids is null then
            -- no more of them match: were these all, or are there others to look at?
            v_ends := array(
                select e.execution_id
                from ff_exec_core as e
                where _is_among(e.execution_id, v_source, p_newest_first, v_from, null)
                order by
                    case when p_newest_first then e.execution_id end desc,
                    case when not p_newest_first then e.execution_id end
                offset v_most - 1
                limit 2
            );
            if cardinality(v_ends) = 2 then
                v_found.after := v_ends[1];
                return v_found;
            end if;
        end if;
        exit when v_source.goes_on_at is null;
        v_from := v_source.goes_on_at;
        if v_found.ids <> '{}' and cardinality(v_source.ids) < v_step then
            -- all that an index has; the others have to be looked at
            v_found.after := v_from;
            return v_found;
        end if;
        v_most := v_most - coalesce(v_weight * cardinality(v_source.ids), v_most);
        v_step := greatest(v_most / v_weight, 1);
        if v_most <= 0 then
            v_found.after := v_from;
            return v_found;
        end if;
    end loop;
    -- No page follows. So the end of this one names no execution that is hidden.
    v_found.is_more := false;
    v_found.after := coalesce(
        (
            select e.execution_id
            from ff_exec_core as e
            where
                _is_among(e.execution_id, v_source, p_newest_first, v_from, null)
                and _is_in_reach(e.route_id, e.created_by, p_reach)
            order by
                case when not p_newest_first then e.execution_id end desc,
                case when p_newest_first then e.execution_id end
            limit 1
        ),
        v_found.ids[cardinality(v_found.ids)],
        p_after
    );
    return v_found;
end;
$_find_ids$;

comment on function _find_ids is
'Looks for executions that match a filter, in the order of their ids: at 20,000 at most, until p_limit are found; says how far it has come, and whether there are others to look at.';
