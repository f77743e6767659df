create or replace function _pass_open_writers(
    p_proof _proof,
    p_before timestamptz,
    p_active text[]
)
returns void
language sql
as $_pass_open_writers$
    -- a transaction that held the gate then and holds it now has been open all the time
    insert into ff_range_debt (era, holders, from_at)
    select p_proof.era, array[h.holder], coalesce(p_proof.proven_at, '-infinity')
    from (
        select r.holders
        from ff_clock_record as r
        where r.era = p_proof.era and r.clock_at <= p_before
        order by r.record_id desc
        limit 1
    ) as r
    cross join lateral unnest(r.holders) as h (holder)
    where h.holder = any(p_active)
$_pass_open_writers$;

comment on function _pass_open_writers is
'Notes the transactions that have held gate H for long, so that heads need not wait for them: their rows are searched for when they have ended.';
