create or replace function _cancel_losers(
    p_joins uuid[],
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
    v_cut_at uuid;
    v_has_missed boolean := false;
    v_has_left boolean := p_has_left;
    v_count integer := 0;
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
        select c.p_count, c.p_cut_at
        into v_count, v_cut_at
        from (
            select array_agg(l.execution_id) as execution_ids, array_agg(l.reason) as reasons
            from _dispensable_upstreams(v_upstreams) as l
        ) as f
        cross join _cancel_listed(f.execution_ids, f.reasons, p_limit, p_stop_at, v_count) as c;
        if v_cut_at is not null then
            v_upstreams := array(
                select u.execution_id
                from unnest(v_upstreams) as u (execution_id)
                where u.execution_id <= v_cut_at
            );
        end if;
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
        if v_cut_at is null and cardinality(v_upstreams) < v_piece then
            exit;
        end if;
        v_after := v_upstreams[cardinality(v_upstreams)];
        if v_cut_at is not null or not _has_time(p_stop_at, v_count) then
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
