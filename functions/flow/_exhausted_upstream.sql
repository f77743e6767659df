create or replace function _exhausted_upstream(p_execution_id uuid)
returns uuid
language plpgsql
stable
as $_exhausted_upstream$
declare
    v_reached uuid[];
    v_lost uuid[];
    v_more uuid[];
begin
    -- the execution and the upstreams nearest to it: a bound for large flows
    v_reached := array(
        with recursive reached as (
            select p_execution_id as execution_id
            union
            select d.upstream_id
            from reached as r
            -- a probe for each, as in _leads_to
            cross join lateral (
                select o.upstream_id
                from ff_edge as o
                where o.downstream_id = r.execution_id
                offset 0
            ) as d
        )

        select r.execution_id from reached as r limit 1000
    );
    -- those that ended without success and can never be replayed again
    v_lost := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.execution_id = any (v_reached)
            and e.execution_id <> p_execution_id
            and e.terminal_at is not null
            and e.state <> 'completed'
            and (
                e.replay_count >= coalesce((e.policy ->> 'max_replay_count')::numeric, 10)
                or _is_erased(e.tags)
            )
    );
    v_more := v_lost;
    -- the replay of a member whose join needs one of them is refused, too
    for v_level in 1..100 loop
        exit when v_more = '{}' or p_execution_id = any (v_more);
        v_more := array(
            select e.execution_id
            from ff_edge_group as g
            inner join ff_exec_core as e
                on e.execution_id = g.downstream_id
            inner join ff_edge as d
                on d.downstream_id = g.downstream_id
            where
                g.downstream_id in (
                    select o.downstream_id
                    from ff_edge as o
                    where o.upstream_id = any (v_more) and o.downstream_id = any (v_reached)
                )
                and g.state <> 'satisfied'
                and e.terminal_at is not null
                and not e.execution_id = any (v_lost)
            group by e.execution_id, g.policy, g.required_count, g.total_count
            -- an upstream that completed, and was replayed afterwards, is awaited again
            having _join_verdict(
                g.policy, g.required_count, g.total_count, 0,
                count(*) filter (where d.upstream_id = any (v_lost))
            ) = 'impossible'
        );
        v_lost := v_lost || v_more;
    end loop;
    return (
        select d.upstream_id
        from ff_edge as d
        where
            p_execution_id = any (v_lost)
            and d.downstream_id = p_execution_id
            and d.upstream_id = any (v_lost)
        limit 1
    );
end;
$_exhausted_upstream$;

comment on function _exhausted_upstream is
'An upstream that the join of an ended execution needs and that can never complete, because it cannot be replayed any more or itself needs such an upstream. Null when the search finds nothing among the thousand nearest upstreams and in a hundred steps.';
