create or replace function _content_bytes(
    p_input jsonb,
    p_payload bytea,
    p_tags jsonb,
    p_policy jsonb
)
returns bigint
language sql
immutable
as $_content_bytes$
    select coalesce(pg_column_size(p_input), 0)::bigint
        + coalesce(octet_length(p_payload), 0)
        + coalesce(pg_column_size(p_tags), 0)
        + coalesce(pg_column_size(p_policy), 0)
$_content_bytes$;

comment on function _content_bytes is
'The size of what an execution contains, as limits of submitters count it: before it is compressed.';
