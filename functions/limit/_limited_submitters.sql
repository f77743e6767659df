create or replace function _limited_submitters(p_lane_id text)
returns text[]
language plpgsql
stable
as $_limited_submitters$
begin
    -- the login, too: otherwise a SET ROLE to a group role would be a way around its limit
    return (
        select array_agg(n.submitter order by n.submitter collate "C")
        from (
            select _caller()::text as submitter
            union
            select session_user::text
        ) as n
        cross join lateral _limit_of_submitter(p_lane_id, n.submitter) as l
        where num_nonnulls(l.max_unfinished, l.max_unfinished_bytes, l.max_submissions) > 0
    );
end;
$_limited_submitters$;

comment on function _limited_submitters is
'The names of the caller that have a limit in a lane: the role that it acts as, and its login; null if none has.';
