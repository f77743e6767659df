create or replace function _check_label(p_argument text, p_value text)
returns void
language plpgsql
immutable
as $_check_label$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif not _is_label(p_value) then
        perform _raise_invalid(p_argument, 'must be 1 to 256 bytes without control characters');
    end if;
end;
$_check_label$;

comment on function _check_label is 'Refuses what cannot be a kind, a namespace or an actor.';
