create or replace function _has_upstreams(p_after jsonb)
returns boolean
language sql
immutable
as $_has_upstreams$
    select coalesce(p_after not in ('[]', 'null'), false)
$_has_upstreams$;

comment on function _has_upstreams is 'Does the after of a node name any node?';
