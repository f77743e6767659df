create or replace function _counted_signals(
    p_condition jsonb,
    p_suspension_id uuid,
    out p_place bigint,
    out p_leaf jsonb,
    out p_needed_count bigint,
    out p_signal_number bigint,
    out p_count bigint,
    out p_waitpoint_key text
)
returns setof record
language sql
stable
as $_counted_signals$
    select l.p_place, l.p_leaf, l.p_needed_count, n.signal_number, n.count, n.waitpoint_key
    from _condition_parts(p_condition) as l
    -- Each part counts for itself: a signal may serve several. Of one source, or of one waitpoint,
    -- the first signal counts.
    cross join lateral (
        select
            f.signal_number,
            f.waitpoint_key,
            row_number() over (order by f.signal_number) as count
        from (
            select
                min(s.signal_number) as signal_number,
                min(w.waitpoint_key) as waitpoint_key
            from ff_waitpoint as w
            inner join ff_signal as s on s.waitpoint_id = w.waitpoint_id
            where
                w.suspension_id = p_suspension_id
                and _is_heard_by(l.p_leaf, w.waitpoint_key, s.signal_name)
                and (l.p_leaf ->> 'of' is distinct from 'sources' or s.source_key is not null)
            group by case l.p_leaf ->> 'of'
                when 'sources' then s.source_key
                when 'waitpoints' then w.waitpoint_key
                else s.signal_id::text
            end
        ) as f
    ) as n
    where n.count <= l.p_needed_count
$_counted_signals$;

comment on function _counted_signals is
'For each part of a condition the signals that brought it forward, counted in their order, as far as it needs them.';
