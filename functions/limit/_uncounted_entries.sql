create or replace function _uncounted_entries(
    p_lane_id text,
    p_submitter text,
    p_count ff_submitter_count
)
returns setof ff_submitter_entry
language sql
stable
as $_uncounted_entries$
    -- Inlined: ranges of an index. First the entries of transactions that began after the count. In
    -- a copy of the database, where transaction ids may have begun anew: those behind the last one,
    -- and after the first count there none from before the copy.
    select e.*
    from ff_submitter_entry as e
    where
        e.lane_id = p_lane_id
        and e.submitter = p_submitter
        and e.written_by >= case
            when
                pg_snapshot_xmax(p_count.contained)
                <= (select pg_snapshot_xmax(pg_current_snapshot()))
                then pg_snapshot_xmax(p_count.contained)
            else '0'::xid8
        end
        and case
            when p_count.contained is null then true
            when
                pg_snapshot_xmax(p_count.contained)
                <= (select pg_snapshot_xmax(pg_current_snapshot()))
                then not _is_of_other_server(e.written_by)
            else e.entry_id > p_count.last_entry_id
        end
    union all
    -- then those of transactions that were open at the count
    select n.*
    from (
        select x.written_by from pg_snapshot_xip(p_count.contained) as x (written_by)
        union
        select p_count.counted_by
    ) as o
    cross join lateral (
        select e.*
        from ff_submitter_entry as e
        where
            e.lane_id = p_lane_id and e.submitter = p_submitter and e.written_by = o.written_by
        -- a probe for each, whatever the statistics say
        offset 0
    ) as n
    where
        o.written_by < pg_snapshot_xmax(p_count.contained)
        and pg_snapshot_xmax(p_count.contained)
        <= (select pg_snapshot_xmax(pg_current_snapshot()))
$_uncounted_entries$;

comment on function _uncounted_entries is
'The entries of a submitter that a count does not contain; all of them for null.';
