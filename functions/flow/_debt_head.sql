create or replace function _debt_head()
returns timestamptz
language plpgsql
stable
as $_debt_head$
begin
    -- written out: _head_of is planned anew at each call, at several times the cost of the rest
    return coalesce(
        (
            select h.head_at
            from ff_head as h
            where h.route_id = -2
            order by h.era desc, h.head_id desc
            limit 1
        ),
        '-infinity'
    );
end;
$_debt_head$;

comment on function _debt_head is
'The head of what flows are owed, which has a route that does not exist; asked for by every claim of a member.';
