create or replace function _route_patience()
returns interval
language plpgsql
stable
as $_route_patience$
declare
    v_many constant integer := 100;
begin
    -- Where there are few routes they cost claims little, and to make one anew costs more.
    return case
        when (
            select count(*)
            from (select from ff_route as r where r.closed_at is null limit v_many + 1) as o
        ) > v_many
            then interval '10 minutes'
        else interval '1 day'
    end;
end;
$_route_patience$;

comment on function _route_patience is 'For how long a route must have been empty before ticks take it out of use.';
