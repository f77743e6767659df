create or replace function _sibling_uuids(
    p_first uuid,
    p_count integer,
    p_partition integer default null
)
returns uuid[]
language plpgsql
immutable
as $_sibling_uuids$
declare
    v_prefix constant text := left(p_first::text, 24);
    -- its highest bit is kept free, so that they grow in the order of their numbers
    v_number constant bigint := ('x' || right(p_first::text, 12))::bit(48)::bigint
        & 140737488355327;
    -- the last byte stays the same, or every one is in another partition than the one before
    v_step constant integer := case when p_partition is null then 257 else 256 end;
begin
    return array(
        select (v_prefix || lpad(to_hex(v_number + i.item * v_step), 12, '0'))::uuid
        from generate_series(0, p_count - 1) as i (item)
    );
end;
$_sibling_uuids$;

comment on function _sibling_uuids is
'As many ids as a batch needs, counted on from a random one: random numbers are dear, and one is as unique as a hundred.';
