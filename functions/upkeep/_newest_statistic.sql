create or replace function _newest_statistic()
returns ff_statistic
language plpgsql
stable
as $_newest_statistic$
declare
    v_newest ff_statistic;
begin
    select s.*
    into v_newest
    from ff_statistic as s
    order by s.counted_event_id desc, s.statistic_id desc
    limit 1;
    return v_newest;
end;
$_newest_statistic$;

comment on function _newest_statistic is 'The newest counts of events and submissions.';
