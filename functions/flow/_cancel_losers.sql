create or replace function _cancel_losers(
    p_joins uuid[],
    p_now timestamptz,
    p_limit integer,
    p_try_count integer,
    p_stop_at timestamptz,
    p_is_committed boolean default false,
    p_after uuid default null,
    p_has_left boolean default false
)
returns void
language plpgsql
as $_cancel_losers$
declare
    v_piece constant integer := 200;
    v_after uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
    v_upstreams uuid[];
    v_is_cut boolean := false;
    v_has_missed boolean := false;
    v_has_left boolean := p_has_left;
    v_count integer := 0;
    r_loser record;
begin
    loop
        v_upstreams := array(
            select distinct d.upstream_id
            from unnest(p_joins) as k (execution_id)
            cross join lateral (
                select o.upstream_id
                from ff_edge as o
                where o.downstream_id = k.execution_id and o.upstream_id > v_after
                order by o.upstream_id
                limit v_piece
            ) as d
            order by d.upstream_id
            limit v_piece
        );
        for r_loser in
            select e as execution, l.reason
            from _dispensable_upstreams(v_upstreams) as l
            inner join ff_exec_core as e
                on e.execution_id = l.execution_id
            left join ff_flow as f on f.flow_id = e.flow_id
            where
                e.terminal_at is null
                -- checked again on the locked row: it may have been claimed since it was found
                and _ends_with_flow(f.cancellation_policy, e.state)
            order by e.execution_id
            for no key update of e skip locked
        loop
            v_count := v_count + 1;
            perform _cancel_locked(
                r_loser.execution, p_now, r_loser.reason, 'flow_cascade', p_is_cascade => true
            );
            v_is_cut := v_count >= p_limit or not _has_time(p_stop_at, v_count);
            if v_is_cut then
                v_upstreams := array(
                    select u.execution_id
                    from unnest(v_upstreams) as u (execution_id)
                    where u.execution_id <= (r_loser.execution).execution_id
                );
                exit;
            end if;
        end loop;
        v_has_missed := v_has_missed
            or exists (select 1 from _dispensable_upstreams(v_upstreams) as l);
        -- Another join may stop waiting in a transaction that is open now. It spares the shared
        -- upstreams because this join still seems to wait for them, and this call spares them
        -- because the other one does. The todo that is worked on last sees that neither join waits.
        v_has_left := v_has_left
            or v_has_missed
            or (
                not p_is_committed
                and exists (select 1 from _shared_candidates(v_upstreams) as c)
            );
        if not v_is_cut and cardinality(v_upstreams) < v_piece then
            exit;
        end if;
        v_after := v_upstreams[cardinality(v_upstreams)];
        if v_is_cut or not _has_time(p_stop_at, v_count) then
            perform _add_flow_todo('candidates', p_joins, p_try_count, v_after, v_has_left);
            return;
        end if;
    end loop;
    if v_has_left then
        perform _add_flow_todo(
            'candidates', p_joins,
            case when v_has_missed then p_try_count else greatest(p_try_count, 1) end
        );
    end if;
end;
$_cancel_losers$;

comment on function _cancel_losers is
'Cancels the losers among the upstreams of joins that stopped waiting, a part at a time. Leaves a todo for the rest when there are too many for one transaction, and for all of them when another session holds some, or when other joins share some (except for joins that an earlier transaction stopped).';
