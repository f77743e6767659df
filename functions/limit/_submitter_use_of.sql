create or replace function _submitter_use_of(
    p_lane_id text,
    p_submitter text,
    p_period_began_at timestamptz
)
returns _submitter_use
language plpgsql
stable
as $_submitter_use_of$
declare
    v_use _submitter_use;
begin
    -- one statement: the count and the entries behind it are of one moment
    select
        (coalesce(max(c.unfinished_count), 0) + coalesce(sum(e.execution_count), 0))::bigint,
        (coalesce(max(c.unfinished_bytes), 0) + coalesce(sum(e.byte_count), 0))::bigint,
        (
            coalesce(
                max(c.submission_count) filter (where c.period_began_at = p_period_began_at), 0
            )
            + coalesce(sum(e.execution_count) filter (where e.submitted_at >= p_period_began_at), 0)
        )::bigint
    into v_use
    from (select) as always
    left join lateral (
        select n.*
        from ff_submitter_count as n
        where n.lane_id = p_lane_id and n.submitter = p_submitter
        order by n.count_id desc
        limit 1
    ) as c on true
    left join lateral _uncounted_entries(p_lane_id, p_submitter, c) as e on true;
    return v_use;
end;
$_submitter_use_of$;

comment on function _submitter_use_of is
'The use of a submitter in a lane, as the snapshot shows it, with the entries of the caller''s own transaction.';
