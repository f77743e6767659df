create or replace function _printed_bytes(p_json jsonb, p_bytes bytea)
returns bigint
language sql
stable
as $_printed_bytes$
    select coalesce(octet_length(p_json::text), octet_length(p_bytes), 0)::bigint
$_printed_bytes$;

comment on function _printed_bytes is 'The size of a value in an answer; pages of a list are bounded by it.';
