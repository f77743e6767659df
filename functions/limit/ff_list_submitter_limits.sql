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
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_list_submitter_limits$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('operate');
    -- there is no tab in the name of a lane
    v_lane_id text := coalesce(split_part(p_after, e'\t', 1), '');
    v_submitter text := coalesce(split_part(p_after, e'\t', 2), '');
    v_count integer := 0;
begin
    perform _check_page_size(p_limit);
    if p_lane_id is not null then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'operate');
    end if;
    if p_lane_id is not null and (p_after is null or v_lane_id < p_lane_id) then
        v_lane_id := p_lane_id;
        v_submitter := null;
    end if;
    while v_count < p_limit loop
        select n.* into v_lane_id, v_submitter from _next_submitter(v_lane_id, v_submitter) as n;
        exit when v_lane_id is null or v_lane_id <> p_lane_id;
        continue when v_lane_id = any (v_hidden);
        return query
        select
            v_lane_id,
            nullif(v_submitter, ''),
            l.submitter = v_submitter,
            l.max_unfinished,
            l.max_unfinished_bytes,
            l.max_submissions,
            l.period_ms,
            u.unfinished_count,
            u.unfinished_bytes,
            u.submission_count,
            v_lane_id || e'\t' || v_submitter
        from _limit_of_submitter(v_lane_id, v_submitter) as l
        left join lateral _submitter_use_of(
            v_lane_id, v_submitter, _period_of(v_now, l.period_ms)
        ) as u on v_submitter <> ''
        -- not of a submitter whose limits were removed
        where l.submitter is not null;
        if found then
            v_count := v_count + 1;
        end if;
    end loop;
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
