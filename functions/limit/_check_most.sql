create or replace function _check_most(p_argument text, p_most bigint)
returns void
language plpgsql
immutable
as $_check_most$
begin
    if p_most not between 0 and 1000000000000000 then
        perform _raise_invalid(p_argument, 'must be between 0 and 1000000000000000');
    end if;
end;
$_check_most$;

comment on function _check_most is 'Refuses a number that is not allowed as a limit; null stands for no limit.';
