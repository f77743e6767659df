create or replace function _leaf_keys(p_leaf jsonb)
returns setof text
language sql
immutable
as $_leaf_keys$
    select k.waitpoint_key
    from jsonb_array_elements_text(
        case jsonb_typeof(p_leaf -> 'on')
            when 'array' then p_leaf -> 'on'
            else jsonb_build_array(p_leaf -> 'on')
        end
    ) as k (waitpoint_key)
$_leaf_keys$;

comment on function _leaf_keys is 'The waitpoints that a part of a condition listens to.';
