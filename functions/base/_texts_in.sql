create or replace function _texts_in(p_array jsonb)
returns text[]
language sql
immutable
as $_texts_in$
    select array(
        select distinct t.item
        from jsonb_array_elements_text(nullif(p_array, 'null')) as t (item)
        order by t.item
    )
$_texts_in$;

comment on function _texts_in is 'The different texts in a JSON array, in their order; none for null.';
