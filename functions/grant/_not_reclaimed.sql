create or replace function _not_reclaimed(
    p_execution ff_exec_core,
    p_outcome text,
    p_detail text,
    p_reclaim_count integer default null
)
returns ff_reclaimed_execution
language plpgsql
immutable
as $_not_reclaimed$
declare
    v_answer ff_reclaimed_execution;
begin
    v_answer.outcome := p_outcome;
    v_answer.execution_id := p_execution.execution_id;
    v_answer.detail := p_detail;
    v_answer.reclaim_count := coalesce(p_reclaim_count, p_execution.lease_reclaim_count);
    return v_answer;
end;
$_not_reclaimed$;

comment on function _not_reclaimed is 'The answer of ff_reclaim_execution when nothing was claimed.';
