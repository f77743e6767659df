create or replace function _condition_leaves(p_condition jsonb)
returns setof jsonb
language sql
immutable
rows 10
as $_condition_leaves$
    -- strict, or arrays would be unwrapped and their members found twice
    select jsonb_path_query(p_condition, 'strict $.** ? (exists (@.on))')
$_condition_leaves$;

comment on function _condition_leaves is 'The parts of a condition that listen to waitpoints.';
