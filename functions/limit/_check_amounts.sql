create or replace function _check_amounts(p_argument text, p_amounts jsonb)
returns void
language plpgsql
stable
as $_check_amounts$
declare
    r_amount record;
begin
    if p_amounts is null then
        perform _raise_null(p_argument);
    elsif jsonb_typeof(p_amounts) <> 'object' then
        perform _raise_invalid(p_argument, 'must be a JSON object');
    end if;
    perform _check_json(p_argument, p_amounts, 65536);
    for r_amount in select a.key, a.value from jsonb_each(p_amounts) as a loop
        if not coalesce(_is_name(r_amount.key, 'label'), false) then
            perform _raise_invalid(
                p_argument, 'must name dimensions of 1 to 256 bytes without control characters'
            );
        elsif jsonb_typeof(r_amount.value) <> 'number'
            or r_amount.value::numeric % 1 <> 0
            or r_amount.value::numeric not between 0 and 1000000000000000
        then
            perform _raise_invalid(
                p_argument,
                format('at "%s" must be a whole number from 0 to 1000000000000000', r_amount.key)
            );
        end if;
    end loop;
end;
$_check_amounts$;

comment on function _check_amounts is 'Refuses amounts by dimension that are not whole numbers from 0 on.';
