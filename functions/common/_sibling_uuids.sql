create or replace function _sibling_uuids(p_first uuid, p_count integer)
returns uuid[]
language plpgsql
immutable
as $_sibling_uuids$
declare
    v_prefix constant text := left(p_first::text, 28);
    -- its highest bit is kept free, so that they grow in the order of their numbers
    v_suffix constant bigint := ('x' || right(p_first::text, 8))::bit(32)::bigint & 2147483647;
begin
    return array(
        select (v_prefix || lpad(to_hex(v_suffix + i.item), 8, '0'))::uuid
        from generate_series(0, p_count - 1) as i (item)
    );
end;
$_sibling_uuids$;

comment on function _sibling_uuids is
'As many ids as a batch needs, counted on from a random one: random numbers are dear, and one is as unique as a hundred.';
