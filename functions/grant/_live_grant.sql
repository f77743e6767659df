create or replace function _live_grant(p_execution ff_exec_core, p_now timestamptz)
returns boolean
language sql
stable
as $_live_grant$
    select exists (
        select 1
        from ff_claim_grant as g
        where
            g.execution_id = (p_execution).execution_id
            and g.partition_key = (p_execution).partition_key
            and g.lease_epoch = (p_execution).lease_epoch
            and g.expires_at > p_now
    )
$_live_grant$;

comment on function _live_grant is 'Is a grant out for the execution?';
