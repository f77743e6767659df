create or replace function _check_step_keys(p_step_keys text[])
returns void
language plpgsql
immutable
as $_check_step_keys$
begin
    if p_step_keys is null then
        perform _raise_null('p_step_keys');
    end if;
    perform _check_items('p_step_keys', p_step_keys, cardinality(p_step_keys));
    if cardinality(p_step_keys) > 10000 then
        perform _raise_invalid('p_step_keys', 'must have at most 10000 items');
    end if;
    perform _check_step_key('p_step_keys', k.step_key) from unnest(p_step_keys) as k (step_key);
    if (select count(distinct k.step_key) from unnest(p_step_keys) as k (step_key))
        < cardinality(p_step_keys)
    then
        perform _raise_invalid('p_step_keys', 'must not have a key twice');
    end if;
end;
$_check_step_keys$;

comment on function _check_step_keys is 'Refuses a list of step keys with a fault, or with a key twice.';
