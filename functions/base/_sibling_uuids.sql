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
    -- 46 random bits below a one, so that it always has 12 digits; the highest bit stays free, so
    -- that the ids sort in the order of the items
    v_number constant bigint := 70368744177664
        | (('x' || right(p_first::text, 12))::bit(48)::bigint & 70368744177663);
    -- in a partition the last byte stays the same; without one each id is in another partition
    v_step constant integer := case when p_partition is null then 257 else 256 end;
begin
    return array(
        select (v_prefix || to_hex(v_number + i.item * v_step))::uuid
        from generate_series(0, p_count - 1) as i (item)
    );
end;
$_sibling_uuids$;

comment on function _sibling_uuids is
'The ids of a batch, counted up from one random id: random numbers are expensive, and one is enough to make all of them unique.';
