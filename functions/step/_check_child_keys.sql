create or replace function _check_child_keys(p_child_keys text[])
returns void
language plpgsql
immutable
as $_check_child_keys$
begin
    perform _check_items('p_child_keys', p_child_keys, cardinality(p_child_keys));
    if cardinality(p_child_keys) > 10000 then
        perform _raise_invalid('p_child_keys', 'must have at most 10000 items');
    end if;
    perform _check_step_key('p_child_keys', k.step_key)
    from unnest(p_child_keys) as k (step_key);
end;
$_check_child_keys$;

comment on function _check_child_keys is 'Refuses a list of children to wait for with a fault.';
