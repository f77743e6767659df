create or replace function _check_token_ttl(p_token_ttl_ms bigint)
returns void
language plpgsql
immutable
as $_check_token_ttl$
begin
    if not _is_duration(p_token_ttl_ms, 1) then
        perform _raise_invalid('p_token_ttl_ms', 'must be between 1 and 315360000000');
    end if;
end;
$_check_token_ttl$;

comment on function _check_token_ttl is 'Refuses a wrong time to live of a token; null stands for no expiry.';
