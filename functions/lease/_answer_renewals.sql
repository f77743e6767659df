create or replace function _answer_renewals(
    p_fences _fence[],
    p_locked integer[],
    p_items integer[],
    p_renewed ff_renewed_item[],
    p_now timestamptz
)
returns setof ff_renewed_item
language plpgsql
as $_answer_renewals$
begin
    return query
    select
        a.execution_id, a.outcome, a.lease_expires_at, a.lease_remaining_ms,
        a.lease_epoch, a.cancel_requested, a.error_code, a.error_detail
    from (
        -- a handle that is given twice gets two answers, both that of the first
        select
            f.item,
            (
                f.execution_id, f.attempt_index, f.lease_epoch, f.lease_id, f.attempt_id,
                f.lease_ttl_ms
            )::_fence as fence,
            min(f.item) over (
                partition by
                    f.execution_id, f.lease_epoch, f.lease_id
            ) as first_item
        from unnest(p_fences) with ordinality as f (
            execution_id, attempt_index,
            lease_epoch, lease_id, attempt_id, lease_ttl_ms, item
        )
    ) as u
    -- joined: the nth element of an array, or a search in it, would read all before it
    left join unnest(p_locked) as k (item) on k.item = u.first_item
    left join unnest(p_items, p_renewed) as r (
        item, execution_id, outcome, lease_expires_at, lease_remaining_ms,
        lease_epoch, cancel_requested, error_code, error_detail
    ) on r.item = u.first_item
    cross join lateral (
        select
            r.execution_id, r.outcome, r.lease_expires_at, r.lease_remaining_ms,
            r.lease_epoch, r.cancel_requested, r.error_code, r.error_detail
        where r.item is not null
        union all
        select
            d.execution_id, d.outcome, null, null, null, null, d.error_code, d.error_detail
        from _diagnose_fence(u.fence, null, null, p_now, k.item is not null) as d
        where r.item is null
    ) as a
    order by u.item;
end;
$_answer_renewals$;

comment on function _answer_renewals is
'Returns an answer for every fence of a batch: renewed for those at p_items, otherwise the reason why it was not renewed.';
