create or replace function _limit_of_submitter(p_lane_id text, p_submitter text)
returns ff_submitter_limit
language plpgsql
stable
as $_limit_of_submitter$
declare
    v_limit ff_submitter_limit;
begin
    select l.*
    into v_limit
    from ff_submitter_limit as l
    where l.lane_id = p_lane_id and l.submitter in (p_submitter, '')
    order by l.submitter <> '' desc
    limit 1;
    return v_limit;
end;
$_limit_of_submitter$;

comment on function _limit_of_submitter is
'The limit of a submitter in a lane: its own, otherwise that for each submitter; null if neither exists.';
