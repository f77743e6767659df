create or replace function _check_redemption(
    p_grant_key text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint
)
returns void
language plpgsql
immutable
as $_check_redemption$
begin
    if p_grant_key is null then
        perform _raise_null('p_grant_key');
    end if;
    perform _check_name('p_worker_id', p_worker_id, 'worker');
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
end;
$_check_redemption$;

comment on function _check_redemption is 'Refuses wrong arguments of a call that redeems a grant.';
