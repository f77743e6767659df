create or replace function _count_ahead(
    p_limit_id uuid,
    p_limit_key text,
    p_after_priority integer,
    p_after_since timestamptz,
    p_bound integer,
    p_now timestamptz
)
returns bigint
language plpgsql
stable
as $_count_ahead$
begin
    return (
        select count(*)
        from (
            select 1
            from ff_admission_wait as w
            where
                w.limit_id = p_limit_id
                and w.limit_key = p_limit_key
                and w.limit_kind = 'rate'
                and w.looks_at > p_now - _grace()
                and (
                    w.looks_at <= p_now
                    or w.priority > p_after_priority
                    or (w.priority = p_after_priority and w.waits_since <= p_after_since)
                )
            limit p_bound
        ) as a
    );
end;
$_count_ahead$;

comment on function _count_ahead is
'How many rows are in the line of a rate before a place in it, or are due in any place; as far as p_bound.';
