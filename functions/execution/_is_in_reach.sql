create or replace function _is_in_reach(p_route_id integer, p_created_by text, p_reach _reach)
returns boolean
language sql
immutable
as $_is_in_reach$
    select
        p_route_id <> all (p_reach.hidden_routes)
        or (
            p_created_by = any (p_reach.submitters)
            and p_route_id <> all (p_reach.hidden_routes_of_own)
        )
$_is_in_reach$;

comment on function _is_in_reach is
'May a call list or change an execution of this route and submitter? Inlined where it is called.';
