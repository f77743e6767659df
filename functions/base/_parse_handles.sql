create or replace function _parse_handles(p_handles text[])
returns _fence[]
language plpgsql
stable
as $_parse_handles$
begin
    return array(
        select _try_parse_handle(h.handle)
        from unnest(p_handles) with ordinality as h (handle, item)
        order by h.item
    );
end;
$_parse_handles$;

comment on function _parse_handles is
'Parses the handles of a batch, in their order; null for a text that is not a handle.';
