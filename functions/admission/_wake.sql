create or replace function _wake(p_limit_id uuid, p_limit_key text, p_count integer)
returns integer
language plpgsql
as $_wake$
declare
    v_row_ids tid[];
    v_now timestamptz;
    v_route_ids integer[];
begin
    -- Somebody who shares it may be refusing an execution that cannot be seen yet; another release,
    -- one that will look for itself. In both cases a tick looks again when they are done.
    perform from ff_admission_gate as g
    where g.limit_id = p_limit_id and g.limit_key = p_limit_key
    for no key update skip locked;
    if not found then
        insert into ff_admission_debt (limit_id, limit_key, wake_count)
        values (p_limit_id, p_limit_key, p_count);
        return 0;
    end if;
    v_row_ids := array(
        select e.ctid
        from ff_admission_wait as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id and e.partition_key = w.partition_key
        where
            w.limit_id = p_limit_id
            and w.limit_key = p_limit_key
            and (_is_refused(e.state) or _is_active(e.state))
        order by w.waits_since
        limit p_count
        for no key update of e skip locked
    );
    if v_row_ids = '{}' then
        return 0;
    end if;
    v_now := _announce();
    delete from ff_admission_wait as w
    using ff_exec_core as e
    where
        e.ctid = any (v_row_ids)
        and w.execution_id = e.execution_id
        and w.partition_key = e.partition_key;
    with woken as (
        update ff_exec_core as e
        set
            claimable_at = greatest(
                least(e.claimable_at, v_now + (i.item - 1) * interval '1 microsecond'),
                case when e.state = 'active' then e.lease_expires_at end
            ),
            updated_at = v_now
        from unnest(v_row_ids) with ordinality as i (row_id, item)
        where e.ctid = i.row_id and e.claimable_at > v_now
        returning e.route_id
    )

    select array_agg(distinct w.route_id) into v_route_ids from woken as w;
    perform _ring_route(r.route_id, v_now)
    from unnest(v_route_ids) as r (route_id);
    return cardinality(v_row_ids);
end;
$_wake$;

comment on function _wake is
'Lets claims look at once at those that wait longest for a limit; answers at how many.';
