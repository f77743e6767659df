create or replace function _leaf_progress(p_leaf jsonb, p_signals _signal[])
returns bigint
language plpgsql
immutable
as $_leaf_progress$
begin
    -- each part counts for itself: a signal may serve several
    return (
        select least(
            coalesce((p_leaf ->> 'count')::numeric::bigint, 1),
            count(distinct case p_leaf ->> 'of'
                when 'sources' then s.source_key
                when 'waitpoints' then s.waitpoint_key
                else s.signal_id::text
            end)
        )
        from unnest(p_signals) as s
        where _is_heard_by(p_leaf, s)
    );
end;
$_leaf_progress$;

comment on function _leaf_progress is
'How many distinct signals, sources or waitpoints a part of a condition has so far; never more than it needs.';
