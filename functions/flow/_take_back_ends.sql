create or replace function _take_back_ends(p_upstream uuid, p_replay_count integer)
returns integer
language plpgsql
as $_take_back_ends$
declare
    v_opened_count integer;
begin
    -- This waits for joins: a session that holds one may be counting the end that is taken back.
    -- Such a session itself waits for no lock, and sessions that change the graph wait for the
    -- flow, so no deadlock is possible.
    perform from ff_edge as d
    inner join ff_edge_group as g
        on g.downstream_id = d.downstream_id
    where
        d.upstream_id = p_upstream
        and d.state <> 'pending'
        and (g.is_open or g.state = 'pending')
    order by g.downstream_id
    for no key update of g;
    if not found then
        return 0;
    end if;
    -- a statement of its own after the joins were locked: it sees what their last holders wrote
    with counted as (
        select
            d.edge_id,
            d.downstream_id,
            d.upstream_outcome
        from ff_edge as d
        inner join ff_edge_group as g
            on g.downstream_id = d.downstream_id
        where
            d.upstream_id = p_upstream
            and d.state >= 'satisfied'
            and (g.is_open or g.state = 'pending')
    ),

    opened as (
        update ff_edge as d
        set
            state = 'applied',
            upstream_outcome = 'none',
            resolved_at = null,
            awaited_replay_count = p_replay_count
        from counted as c
        where d.edge_id = c.edge_id
    ),

    tally as (
        select
            c.downstream_id,
            count(*) filter (where c.upstream_outcome = 'success') as satisfied_count,
            count(*) filter (where c.upstream_outcome = 'skipped') as skipped_count,
            count(*) filter (where c.upstream_outcome not in ('success', 'skipped')) as failed_count
        from counted as c
        group by c.downstream_id
    )

    update ff_edge_group as g
    set
        satisfied_count = n.satisfied_count,
        skipped_count = n.skipped_count,
        failed_count = n.failed_count,
        -- the other edges may decide the join as before
        state = n.verdict,
        decided_at = case when n.verdict <> 'pending' then g.decided_at end
    from (
        select
            j.downstream_id,
            j.satisfied_count - t.satisfied_count as satisfied_count,
            j.skipped_count - t.skipped_count as skipped_count,
            j.failed_count - t.failed_count as failed_count,
            _join_verdict(
                j.policy, j.required_count, j.total_count,
                j.satisfied_count - t.satisfied_count,
                j.failed_count + j.skipped_count - t.failed_count - t.skipped_count
            ) as verdict
        from ff_edge_group as j
        inner join tally as t
            on
                t.downstream_id = j.downstream_id
    ) as n
    where g.downstream_id = n.downstream_id;
    get diagnostics v_opened_count = row_count;
    return v_opened_count;
end;
$_take_back_ends$;

comment on function _take_back_ends is
'Opens again the edges behind an execution that is being replayed, in joins that are pending or have not released their executions yet: these wait for its next end. The flow must be locked. Returns the number of joins that were opened.';
