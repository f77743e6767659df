create or replace function _extend_slots(
    p_execution_id uuid,
    p_until timestamptz
)
returns void
language plpgsql
as $_extend_slots$
begin
    update ff_quota_token as t
    set free_at = p_until
    where (t.quota_policy_id, t.quota_key, t.kind, t.token_no) in (
        select o.quota_policy_id, o.quota_key, o.kind, o.token_no
        from ff_quota_token as o
        where
            o.execution_id = p_execution_id
            and o.kind = 'slot'
        for no key update skip locked
    );
end;
$_extend_slots$;

comment on function _extend_slots is 'Keeps the slots of a lease for as long as the lease.';
