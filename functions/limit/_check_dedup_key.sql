create or replace function _check_dedup_key(p_argument text, p_key text)
returns void
language plpgsql
immutable
as $_check_dedup_key$
begin
    if octet_length(p_key) > 512 then
        perform _raise_invalid(p_argument, 'must be at most 512 bytes');
    end if;
end;
$_check_dedup_key$;

comment on function _check_dedup_key is 'Refuses a key that is too long; null and '''' mean no key.';
