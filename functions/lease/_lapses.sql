create or replace function _lapses(
    p_after_at timestamptz,
    p_after_id uuid,
    p_namespace text,
    p_hidden text[],
    p_limit integer,
    p_looks integer,
    p_now timestamptz
)
returns setof _lapse
language sql
stable
as $_lapses$
    select l.*
    from (
        select n.*
        from _noted_lapses(p_after_at, p_after_id, p_namespace, p_hidden, p_limit, p_now) as n
        union
        select u.*
        from _unnoted_lapses(
            p_after_at, p_after_id, p_namespace, p_hidden, p_limit, p_looks, p_now
        ) as u
    ) as l
    order by l.lease_expires_at, l.execution_id
    limit p_limit
$_lapses$;

comment on function _lapses is
'Lapsed leases, the oldest first, behind a place: those that ticks have noted, and those of the last moments.';
