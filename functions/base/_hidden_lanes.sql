create or replace function _hidden_lanes(variadic p_verbs text[])
returns text[]
language plpgsql
stable
as $_hidden_lanes$
begin
    return array(
        select c.lane_id
        from _lanes_closed_to(_roles_in_lanes(), variadic p_verbs) as c
    );
end;
$_hidden_lanes$;

comment on function _hidden_lanes is
'The lanes in which the caller may do none of p_verbs; lists leave them out. Empty when no lane is restricted.';
