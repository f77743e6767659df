create or replace function ff_list_submitter_limits(
    p_lane_id text default null,
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_submitter_limit_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_submitter_limits$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('operate');
begin
    perform _check_page_size(p_limit);
    if p_lane_id is not null then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'operate');
    end if;
    return query
    select
        n.lane_id,
        nullif(n.submitter, ''),
        l.submitter = n.submitter,
        l.max_unfinished,
        l.max_unfinished_bytes,
        l.max_submissions,
        l.period_ms,
        u.unfinished_count,
        u.unfinished_bytes,
        u.submission_count,
        n.page_key
    from (
        select k.lane_id, k.submitter, p.page_key
        from (
            select o.lane_id, o.submitter from ff_submitter_limit as o
            union
            select c.lane_id, c.submitter from ff_submitter_count as c
            union
            select e.lane_id, e.submitter from ff_submitter_entry as e
        ) as k
        -- there is no tab in the name of a lane
        cross join lateral (select k.lane_id || e'\t' || k.submitter as page_key) as p
        where
            (p_lane_id is null or k.lane_id = p_lane_id)
            and k.lane_id <> all (v_hidden)
            and (p_after is null or p.page_key collate "C" > p_after collate "C")
            and exists (
                select 1
                from ff_submitter_limit as s
                where s.lane_id = k.lane_id and s.submitter in (k.submitter, '')
            )
        order by p.page_key collate "C"
        limit p_limit
    ) as n
    cross join lateral _limit_of_submitter(n.lane_id, n.submitter) as l
    left join lateral _submitter_use_of(
        n.lane_id, n.submitter, _period_of(v_now, l.period_ms)
    ) as u on n.submitter <> ''
    order by n.page_key collate "C";
end;
$ff_list_submitter_limits$;

comment on function ff_list_submitter_limits is
$$The limits of submitters in lanes, and the use of each submitter.

A row is a limit, or a submitter to whom the limit for each submitter applies (`is_own_limit` is false). `p_after` is the `page_key` of the last row of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select submitter, max_unfinished, unfinished_count, unfinished_bytes
from flowfabric.ff_list_submitter_limits('emails');
```
$$;
