create or replace function _drop_tag_index(p_index_id integer, p_limit integer)
returns integer
language plpgsql
as $_drop_tag_index$
declare
    v_count integer;
begin
    delete from ff_tag_entry as t
    where t.ctid = any (array(
        select o.ctid
        from ff_tag_entry as o
        where o.index_id = p_index_id
        limit p_limit
        for update skip locked
    ));
    get diagnostics v_count = row_count;
    if v_count < p_limit then
        delete from ff_tag_index as i
        where
            i.index_id = p_index_id
            and not exists (select from ff_tag_entry as t where t.index_id = p_index_id);
    end if;
    return v_count;
end;
$_drop_tag_index$;

comment on function _drop_tag_index is
'Removes entries of a dropped index of a tag, and with the last one the index; returns how many.';
