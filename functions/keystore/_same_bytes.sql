create or replace function _same_bytes(p_left bytea, p_right bytea)
returns boolean
language plpgsql
immutable
as $_same_bytes$
begin
    -- every byte is compared, so the time does not show how many bytes were right
    return octet_length(p_left) = octet_length(p_right)
        and coalesce(
            (
                select bit_or(get_byte(p_left, b.position) # get_byte(p_right, b.position))
                from generate_series(0, octet_length(p_left) - 1) as b (position)
            ),
            0
        ) = 0;
end;
$_same_bytes$;

comment on function _same_bytes is 'Are two digests the same? Takes the same time in either case.';
