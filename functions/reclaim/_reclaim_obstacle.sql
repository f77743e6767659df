create or replace function _reclaim_obstacle(p_execution ff_exec_core, p_now timestamptz)
returns text
language sql
stable
as $_reclaim_obstacle$
    -- judged from the row alone: a swept label could be old
    select case
        when (p_execution).state = 'revoked' then null
        when (p_execution).state not in ('active', 'lapsed')
            then 'the execution is ' || _public_state((p_execution).state)
        when (p_execution).deadline_at <= p_now then 'its deadline is over'
        when (p_execution).lease_expires_at > p_now then 'its lease is live'
        when (p_execution).attempt_deadline_at <= (p_execution).lease_expires_at
            then 'its attempt ran out of time'
    end
$_reclaim_obstacle$;

comment on function _reclaim_obstacle is 'Why an execution cannot be reclaimed; null when it can.';
