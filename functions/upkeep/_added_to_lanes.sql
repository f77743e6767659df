create or replace function _added_to_lanes(p_lane_counts jsonb, p_found _event_count[])
returns jsonb
language plpgsql
stable
as $_added_to_lanes$
declare
    -- each series costs a metrics server memory
    v_most constant integer := 50;
    v_lane_counts jsonb := p_lane_counts;
    v_new text[];
begin
    v_new := array(
        select distinct f.lane_id
        from unnest(p_found) as f
        where _attempt_outcome(f.what) is not null and not p_lane_counts ? f.lane_id
    );
    -- A lane stays where its first attempt was counted, so that no counter goes back. It leaves its
    -- place to another one when it was idle for as long as minutes are kept.
    if v_new <> '{}' and (select count(*) from jsonb_object_keys(p_lane_counts)) > v_most then
        v_lane_counts := p_lane_counts - array(
            select k.lane_id
            from jsonb_object_keys(p_lane_counts) as k (lane_id)
            where
                k.lane_id <> '_others'
                and not exists (select 1 from ff_lane_minute as m where m.lane_id = k.lane_id)
        );
    end if;
    v_lane_counts := v_lane_counts || coalesce(
        (
            select jsonb_object_agg(n.lane_id, '{}'::jsonb)
            from (
                select u.lane_id
                from unnest(v_new) as u (lane_id)
                order by u.lane_id collate "C"
                limit greatest(
                    v_most - (select count(*) from jsonb_object_keys(v_lane_counts - '_others')), 0
                )
            ) as n
        ),
        '{}'
    );
    return coalesce(
        (
            select jsonb_object_agg(c.lane_id, c.counts)
            from (
                select s.lane_id, jsonb_object_agg(s.outcome, s.attempt_count) as counts
                from (
                    select a.lane_id, a.outcome, sum(a.attempt_count) as attempt_count
                    from (
                        select
                            l.key as lane_id, o.key as outcome, o.value::bigint as attempt_count
                        from jsonb_each(v_lane_counts) as l
                        cross join jsonb_each_text(l.value) as o
                        union all
                        select
                            case when v_lane_counts ? f.lane_id then f.lane_id else '_others' end,
                            _attempt_outcome(f.what),
                            f.execution_count
                        from unnest(p_found) as f
                        where _attempt_outcome(f.what) is not null
                    ) as a
                    group by a.lane_id, a.outcome
                ) as s
                group by s.lane_id
            ) as c
        ),
        '{}'
    );
end;
$_added_to_lanes$;

comment on function _added_to_lanes is
'Adds what was counted to the sums by lane and outcome. The first fifty lanes have their own; the others share _others.';
