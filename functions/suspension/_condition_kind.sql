create or replace function _condition_kind(p_condition jsonb)
returns text
language plpgsql
immutable
as $_condition_kind$
begin
    -- count before signal: a count may have the member signal, too
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

comment on function _condition_kind is 'The member that says which kind of condition it is; null when there is no such member.';
