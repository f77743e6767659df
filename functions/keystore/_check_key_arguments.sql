create or replace function _check_key_arguments(
    p_kid_argument text,
    p_kid text,
    p_secret_argument text,
    p_secret_hex text,
    p_least_bytes integer,
    p_most_bytes integer
)
returns void
language plpgsql
immutable
as $_check_key_arguments$
begin
    if p_kid is null then
        perform _raise_null(p_kid_argument);
    elsif p_kid !~ '^[A-Za-z0-9_-]{1,64}$' then
        perform _raise_invalid(
            p_kid_argument, 'must be 1 to 64 letters, digits, underscores or hyphens'
        );
    end if;
    if p_secret_hex is null then
        perform _raise_null(p_secret_argument);
    elsif p_secret_hex !~ '^([0-9A-Fa-f]{2})+$'
        or length(p_secret_hex) / 2 not between p_least_bytes and p_most_bytes
    then
        perform _raise_invalid(
            p_secret_argument,
            format('must be %s to %s bytes in hex', p_least_bytes, p_most_bytes)
        );
    end if;
end;
$_check_key_arguments$;

comment on function _check_key_arguments is 'Refuses a kid or a secret of a key that is not valid.';
