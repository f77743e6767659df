create or replace function _check_grant_arguments(
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[],
    p_grant_ttl_ms bigint
)
returns void
language plpgsql
immutable
as $_check_grant_arguments$
begin
    perform _check_name('p_worker_id', p_worker_id, 'worker');
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_capabilities('p_capabilities', p_capabilities);
    if p_grant_ttl_ms is null then
        perform _raise_null('p_grant_ttl_ms');
    elsif p_grant_ttl_ms not between 1 and 60000 then
        perform _raise_invalid('p_grant_ttl_ms', 'must be between 1 and 60000');
    end if;
end;
$_check_grant_arguments$;

comment on function _check_grant_arguments is 'Refuses wrong arguments of a call that gives out a grant.';
