create or replace function _condition_keys(p_condition jsonb)
returns text[]
language plpgsql
immutable
as $_condition_keys$
begin
    return (
        select coalesce(array_agg(distinct k.waitpoint_key collate "C"), '{}')
        from _condition_leaves(p_condition) as l (leaf)
        cross join lateral jsonb_array_elements_text(
            case jsonb_typeof(l.leaf -> 'on')
                when 'array' then l.leaf -> 'on'
                else jsonb_build_array(l.leaf -> 'on')
            end
        ) as k (waitpoint_key)
    );
end;
$_condition_keys$;

comment on function _condition_keys is 'The waitpoints that a condition names, sorted.';
