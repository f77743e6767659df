create or replace function _begin_takeover(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_max_reclaim_count integer default null
)
returns boolean
language plpgsql
as $_begin_takeover$
begin
    if p_execution.state = 'active' and p_execution.lease_ended_by is null then
        perform _record_event('expired', p_execution, p_now);
    end if;
    perform _forget_lapse(p_execution);
    perform _archive_attempt(p_execution, 'interrupted_reclaimed', p_now, 'expired');
    if _may_be_taken_over(
        p_execution.lease_reclaim_count, p_execution.policy, p_max_reclaim_count
    ) then
        return true;
    end if;
    update ff_exec_core as e
    set lease_reclaim_count = e.lease_reclaim_count + 1
    where e.execution_id = p_execution.execution_id;
    perform _end_execution(
        p_execution, 'failed', p_now, 'max_reclaims_exceeded', 'infra_crash', null, 'expired'
    );
    return false;
end;
$_begin_takeover$;

comment on function _begin_takeover is
'Ends the attempt of a lost lease: true when another attempt may begin, false when the cap of takeovers is reached and the execution has failed.';
