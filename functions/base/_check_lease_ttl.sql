create or replace function _check_lease_ttl(p_argument text, p_value bigint)
returns void
language plpgsql
immutable
as $_check_lease_ttl$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif p_value not between 1 and 86400000 then
        perform _raise_invalid(p_argument, 'must be between 1 and 86400000');
    end if;
end;
$_check_lease_ttl$;

comment on function _check_lease_ttl is
'Refuses a lease that would last less than 1 ms or more than a day.';
