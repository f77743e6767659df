create or replace function _lower_heads(p_era bigint)
returns void
language plpgsql
as $_lower_heads$
begin
    -- deadlines, timeouts and the todos of flows have heads of their own, under routes that do not
    -- exist
    insert into ff_head (route_id, era, head_at)
    select r.route_id, p_era, '-infinity'
    from (
        select o.route_id from (values (-2), (-1), (0)) as o (route_id)
        union all
        select a.route_id from ff_route as a where a.closed_at is null
    ) as r
    where not exists (
        select 1 from ff_head as h where h.route_id = r.route_id and h.era >= p_era
    );
end;
$_lower_heads$;

comment on function _lower_heads is
'Takes the heads of earlier eras out of use. A head that is too low costs time, but is never wrong.';
