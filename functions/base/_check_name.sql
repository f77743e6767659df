create or replace function _check_name(p_argument text, p_value text, p_kind _name_kind)
returns void
language plpgsql
immutable
as $_check_name$
begin
    -- a test for each kind: one test for all kinds would be a large expression, which every
    -- transaction would have to prepare again
    if p_value is null then
        perform _raise_null(p_argument);
    elsif p_kind = 'lane' then
        if not _is_name(p_value, 'lane') then
            perform _raise_invalid(p_argument, 'must be 1 to 64 printable ASCII characters');
        end if;
    elsif p_kind = 'worker' then
        if not _is_name(p_value, 'worker') then
            perform _raise_invalid(
                p_argument, 'must be 1 to 256 bytes without white space or control characters'
            );
        end if;
    elsif p_kind = 'label' then
        if not _is_name(p_value, 'label') then
            perform _raise_invalid(p_argument, 'must be 1 to 256 bytes without control characters');
        end if;
    elsif not _is_name(p_value, 'tag_key') then
        perform _raise_invalid(
            p_argument,
            format('has a key "%s" that is not of the form owner.name', left(p_value, 100)),
            'A tag key is lower case, at most 256 bytes, its owner first: billing.customer_id.'
        );
    end if;
end;
$_check_name$;

comment on function _check_name is 'Refuses an argument that is missing or not a name of this kind.';
