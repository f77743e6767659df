create or replace function _enter_missing_keys(
    p_route_id integer,
    p_from timestamptz,
    p_now timestamptz,
    p_limit integer,
    out p_to timestamptz,
    out p_count integer
)
language plpgsql
as $_enter_missing_keys$
declare
    v_seen_count integer;
    v_keys text[];
    v_submitters text[];
    v_unshared uuid[];
begin
    with piece as materialized (
        select
            e.claimable_at,
            e.execution_id,
            e.fairness_key,
            coalesce(e.creating_login, e.created_by) as submitter
        from ff_exec_core as e
        where e.route_id = p_route_id and e.claimable_at >= p_from and e.claimable_at <= p_now
        order by e.claimable_at
        limit p_limit
    ),

    missing as (
        select k.fairness_key, k.submitter, k.claimable_at
        from (
            select distinct on (p.fairness_key) p.fairness_key, p.submitter, p.claimable_at
            from piece as p
            where p.fairness_key is not null
            order by p.fairness_key, p.claimable_at
        ) as k
        where not _waits_for_turn(p_route_id, k.fairness_key)
    )

    select
        (select count(*)::integer from piece),
        (select max(p.claimable_at) from piece as p),
        array(select m.fairness_key from missing as m order by m.claimable_at, m.fairness_key),
        array(select m.submitter from missing as m order by m.claimable_at, m.fairness_key),
        array(select p.execution_id from piece as p where p.fairness_key is null)
    into v_seen_count, p_to, v_keys, v_submitters, v_unshared;
    if v_seen_count < p_limit then
        p_to := null;
    elsif p_to = p_from then
        -- more than a piece became due at one moment
        p_to := p_to + interval '1 microsecond';
    end if;
    perform _await_turn(p_route_id, k.fairness_key, k.submitter)
    from unnest(v_keys, v_submitters) as k (fairness_key, submitter);
    p_count := cardinality(v_keys);

    -- work from before the lane shared is under no key; its key enters with the next tick
    update ff_exec_core as e
    set fairness_key = ''
    where e.ctid = any (array(
        select o.ctid
        from ff_exec_core as o
        where o.execution_id = any (v_unshared) and o.fairness_key is null
        for no key update skip locked
    ));
end;
$_enter_missing_keys$;

comment on function _enter_missing_keys is
'Enters keys of a piece of the due work that wait for no turn; returns how far the piece went (null: to its end) and how many keys.';
