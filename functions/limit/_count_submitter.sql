create or replace function _count_submitter(
    p_lane_id text,
    p_submitter text,
    p_seen_from xid8,
    p_is_thorough boolean
)
returns void
language plpgsql
as $_count_submitter$
declare
    v_period_began_at constant timestamptz := _period_of(
        _now(), (_limit_of_submitter(p_lane_id, p_submitter)).period_ms
    );
    v_known ff_submitter_count;
    v_before ff_submitter_count;
    v_count_id bigint;
begin
    select c.* into v_known
    from ff_submitter_count as c
    where c.lane_id = p_lane_id and c.submitter = p_submitter
    order by c.count_id desc
    limit 1;
    -- Drawn when v_known can be seen, and before the snapshot of the count: so any count with a
    -- higher id contains what v_known contains, also one of a tick that stays open.
    v_count_id := nextval('ff_submitter_count_count_id_seq');
    insert into ff_submitter_count (
        count_id, lane_id, submitter, unfinished_count, unfinished_bytes, period_began_at,
        submission_count, contained, counted_by, last_entry_id, seen_from
    )
    overriding system value
    select
        v_count_id,
        p_lane_id,
        p_submitter,
        coalesce(max(c.unfinished_count), 0) + coalesce(sum(e.execution_count), 0),
        coalesce(max(c.unfinished_bytes), 0) + coalesce(sum(e.byte_count), 0),
        v_period_began_at,
        coalesce(max(c.submission_count) filter (where c.period_began_at = v_period_began_at), 0)
        + coalesce(sum(e.execution_count) filter (where e.submitted_at >= v_period_began_at), 0),
        pg_current_snapshot(),
        pg_current_xact_id(),
        coalesce(greatest(max(c.last_entry_id), max(e.entry_id)), 0),
        p_seen_from
    from (select) as always
    left join lateral (
        select n.*
        from ff_submitter_count as n
        where n.lane_id = p_lane_id and n.submitter = p_submitter
        order by n.count_id desc
        limit 1
    ) as c on true
    left join lateral _uncounted_entries(p_lane_id, p_submitter, c) as e
        on e.written_by <> pg_current_xact_id();
    if v_known.count_id is null then
        return;
    end if;
    -- later calls read no entry that v_known contains and the count before it did not
    if not p_is_thorough then
        select c.* into v_before
        from ff_submitter_count as c
        where
            c.lane_id = p_lane_id and c.submitter = p_submitter and c.count_id < v_known.count_id
        order by c.count_id desc
        limit 1;
    end if;
    delete from ff_submitter_entry as t
    where t.ctid = any (array(
        select o.ctid
        from _uncounted_entries(p_lane_id, p_submitter, v_before) as e
        inner join ff_submitter_entry as o
            on o.written_by = e.written_by and o.entry_id = e.entry_id
        where
            (
                pg_visible_in_snapshot(o.written_by, v_known.contained)
                and o.written_by <> v_known.counted_by
            )
            or (
                _is_of_other_server(o.written_by) and not _is_of_other_server(v_known.counted_by)
            )
        for update of o skip locked
    ));
    delete from ff_submitter_count as t
    where t.ctid = any (array(
        select o.ctid
        from ff_submitter_count as o
        where
            o.lane_id = p_lane_id and o.submitter = p_submitter and o.count_id < v_known.count_id
        order by o.count_id desc
        limit 10
        for update skip locked
    ));
end;
$_count_submitter$;

comment on function _count_submitter is
'Appends a count of the use of a submitter, and removes the entries and counts that the count before made superfluous; with p_is_thorough also those that earlier calls could not remove.';
