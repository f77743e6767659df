create or replace function _count_submitters(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_count_submitters$
declare
    -- now and then from the beginning: transactions that stayed open wrote entries there
    v_is_thorough constant boolean := (
        select coalesce(max(t.tick_id), 0) % 64 = 0 from ff_tick_log as t
    );
    v_from constant xid8 := case when v_is_thorough then '0'::xid8 else _first_uncounted() end;
    v_seen_from constant xid8 := coalesce(
        (
            select pg_snapshot_xmax(c.contained)
            from ff_submitter_count as c
            order by c.count_id desc
            limit 1
        ),
        '0'::xid8
    );
    v_count integer := 0;
    r_submitter record;
begin
    for r_submitter in
        select distinct e.lane_id, e.submitter
        from (
            select n.lane_id, n.submitter
            from ff_submitter_entry as n
            where n.written_by >= v_from
            order by n.written_by, n.entry_id
            limit 5 * p_limit
        ) as e
        order by e.lane_id, e.submitter
        limit p_limit
    loop
        exit when v_count > 0 and _now() >= p_stop_at;
        perform _count_submitter(
            r_submitter.lane_id, r_submitter.submitter, v_seen_from, v_is_thorough
        );
        v_count := v_count + 1;
    end loop;
    return v_count;
end;
$_count_submitters$;

comment on function _count_submitters is
'Counts what submitters with limits have, where something has changed; returns how many submitters it counted.';
