create or replace function _check_content(
    p_json_argument text,
    p_json jsonb,
    p_bytes_argument text,
    p_bytes bytea
)
returns void
language plpgsql
stable
as $_check_content$
declare
    v_limit constant integer := 16777216;
begin
    if p_json is not null and p_bytes is not null then
        perform _raise_invalid(
            p_bytes_argument, format('must be null when %s is given', p_json_argument)
        );
    end if;
    if octet_length(p_bytes) > v_limit then
        perform _raise_invalid(p_bytes_argument, 'must be at most 16 MiB');
    end if;
    if not _is_small(p_json) then
        perform _check_json(p_json_argument, p_json);
    end if;
end;
$_check_content$;

comment on function _check_content is
'Refuses content that is given in both forms, content of more than 16 MiB, and JSON that _check_json refuses.';
