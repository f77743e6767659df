create or replace function _condition_parts(
    p_condition jsonb,
    out p_place bigint,
    out p_leaf jsonb,
    out p_needed_count bigint
)
returns setof record
language sql
immutable
as $_condition_parts$
    select l.place, l.leaf, coalesce((l.leaf ->> 'count')::numeric::bigint, 1)
    from _condition_leaves(p_condition) with ordinality as l (leaf, place)
$_condition_parts$;

comment on function _condition_parts is
'The parts of a condition that listen to waitpoints, numbered, each with how many distinct signals, sources or waitpoints it needs.';
