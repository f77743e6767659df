create or replace function _watch_transactions(p_job _job)
returns _job
language plpgsql
as $_watch_transactions$
declare
    -- half of the time is for the other jobs
    v_search_until timestamptz;
begin
    p_job.proof := _prove_clock();
    perform _watch_open_writers();
    perform _ring_for_requests();
    perform _drop_tick_requests(p_job.max_rows);
    v_search_until := _now() + (p_job.stop_at - _now()) / 2;
    p_job.has_more := _search_range_debts(v_search_until);
    p_job.has_more := _search_lapse_debts(v_search_until) or p_job.has_more;
    p_job.processed := 0;
    return p_job;
end;
$_watch_transactions$;

comment on function _watch_transactions is
'The job that looks at open transactions: proves the clock of heads, wakes workers, and searches for rows that writers have committed late.';
