create or replace function _check_verbs(p_verbs text[])
returns text[]
language plpgsql
immutable
as $_check_verbs$
begin
    if p_verbs is null then
        perform _raise_null('p_verbs');
    elsif array_ndims(p_verbs) <> 1 -- null when it is empty
        or p_verbs = '{}'
        or array_position(p_verbs, null) is not null
        or not p_verbs <@ '{approve,claim,operate,read,signal,submit}'
    then
        perform _raise_invalid(
            'p_verbs', 'must be one or more of submit, claim, read, signal, approve, operate'
        );
    end if;
    return _sorted_set(p_verbs);
end;
$_check_verbs$;

comment on function _check_verbs is 'The verbs, sorted and distinct; raises for a text that is not a verb.';
