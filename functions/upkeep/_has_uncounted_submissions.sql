create or replace function _has_uncounted_submissions(p_newest ff_statistic)
returns boolean
language plpgsql
stable
as $_has_uncounted_submissions$
declare
    -- an id that a caller gave may be in the future
    v_highest_id constant uuid := _id_at(_now() + interval '1 millisecond');
begin
    return exists (
        select 1
        from ff_exec_core as e
        where e.execution_id >= p_newest.counted_below and e.execution_id < v_highest_id
    )
    or exists (select 1 from ff_late_submission as s where s.execution_id < v_highest_id);
end;
$_has_uncounted_submissions$;

comment on function _has_uncounted_submissions is
'Whether there are submissions that ticks have not counted.';
