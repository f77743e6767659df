create or replace function _check_tag_key(p_argument text, p_value text)
returns void
language plpgsql
immutable
as $_check_tag_key$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif not _is_tag_key(p_value) then
        perform _raise_invalid(
            p_argument,
            format('has a key "%s" that is not of the form owner.name', left(p_value, 100)),
            'A tag key is lower case, at most 256 bytes, its owner first: billing.customer_id.'
        );
    end if;
end;
$_check_tag_key$;

comment on function _check_tag_key is 'Refuses what is not a tag key, owner.name.';
