create or replace function _condition_kind(p_condition jsonb)
returns text
language plpgsql
immutable
as $_condition_kind$
begin
    -- count comes before signal, which it may have as well
    return (
        select k.kind
        from unnest(array[
            'all', 'any', 'count', 'signal', 'any_signal', 'operator_only', 'timeout_only'
        ]) with ordinality as k (kind, place)
        where p_condition ? k.kind
        order by k.place
        limit 1
    );
end;
$_condition_kind$;

comment on function _condition_kind is 'The member that says what kind of condition it is; null when there is none.';
