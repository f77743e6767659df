create or replace function _refused_contents(p_jsons jsonb[], p_bytes bytea[])
returns integer[]
language plpgsql
stable
as $_refused_contents$
begin
    return (
        select coalesce(array_agg(c.item::integer), '{}')
        from unnest(p_jsons, p_bytes) with ordinality as c (json, bytes, item)
        where
            (c.json is not null and c.bytes is not null)
            or octet_length(c.bytes) > 16777216
            or (not _is_small(c.json) and _json_fault(c.json) is not null)
    );
end;
$_refused_contents$;

comment on function _refused_contents is
'The numbers (from 1) of the items that have both forms of content, content of more than 16 MiB, or JSON that _check_json refuses.';
