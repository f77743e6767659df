create or replace function _raise_node(p_path text, p_fact text)
returns void
language plpgsql
immutable
as $_raise_node$
begin
    raise exception using
        errcode = '22023',
        message = format('p_flow at "%s" %s', p_path, p_fact),
        detail = jsonb_build_object('argument', 'p_flow', 'path', p_path)::text,
        hint = 'Correct the flow and call again.';
end;
$_raise_node$;

comment on function _raise_node is
'Raises 22023 for a fault in a flow; the DETAIL names its path in the document.';
