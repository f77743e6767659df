create or replace function _adopt_admissions(
    p_key _execution_key,
    p_lease_epoch bigint,
    p_until timestamptz
)
returns void
language plpgsql
as $_adopt_admissions$
begin
    update ff_quota_token as t
    set lease_epoch = p_lease_epoch, free_at = p_until
    where (t.quota_policy_id, t.quota_key, t.kind, t.token_no) in (
        select o.quota_policy_id, o.quota_key, o.kind, o.token_no
        from ff_quota_token as o
        where
            o.execution_id = p_key.execution_id
            and o.partition_key = p_key.partition_key
            and o.kind = 'slot'
            and o.lease_epoch is null
        for no key update skip locked
    );
end;
$_adopt_admissions$;

comment on function _adopt_admissions is
'Ties slots that ff_check_admission took for an execution to the lease that it gets.';
