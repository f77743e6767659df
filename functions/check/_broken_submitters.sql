create or replace function _broken_submitters(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_submitters$
    select
        'an execution that counts for a limit of its submitter is not over',
        w.execution_id,
        jsonb_build_object('lane_id', w.lane_id, 'submitters', w.submitters)
    from (
        select o.* from ff_counted_work as o order by o.execution_id desc limit p_bound
    ) as w
    left join ff_exec_core as e on e.execution_id = w.execution_id
    where (e.terminal_at is null and e.is_counted) is not true
    union all
    select
        'the use of a submitter is what it has',
        null::uuid,
        jsonb_build_object(
            'lane_id', n.lane_id,
            'submitter', n.submitter,
            'unfinished_count', u.unfinished_count,
            'unfinished_bytes', u.unfinished_bytes,
            'counted', h.execution_count,
            'counted_bytes', h.byte_count
        )
    from (
        select c.lane_id, c.submitter from ff_submitter_count as c
        union
        select e.lane_id, e.submitter from ff_submitter_entry as e
        limit 100
    ) as n
    cross join lateral _submitter_use_of(n.lane_id, n.submitter, null) as u
    cross join lateral (
        select count(*) as execution_count, coalesce(sum(w.byte_count), 0) as byte_count
        from ff_counted_work as w
        where w.lane_id = n.lane_id and n.submitter = any (w.submitters)
    ) as h
    where
        (u.unfinished_count, u.unfinished_bytes) is distinct from (h.execution_count, h.byte_count)
        and (select count(*) from (select 1 from ff_counted_work limit p_bound) as a) < p_bound
$_broken_submitters$;

comment on function _broken_submitters is
'Part of ff_check: limits of submitters whose counts differ from the executions that count.';
