create or replace function _moments_behind(
    p_priority integer,
    p_refusal _refusal,
    p_row_ids tid[],
    p_bucket _bucket,
    p_now timestamptz
)
returns timestamptz[]
language plpgsql
stable
as $_moments_behind$
declare
    v_count constant integer := cardinality(p_row_ids);
    v_free_at timestamptz[];
    v_places bigint[];
begin
    if p_refusal.is_in_flight then
        return array(
            select p_refusal.look_again_at + n * interval '1 microsecond'
            from generate_series(1, v_count) as n
        );
    elsif p_refusal.reason <> 'rate' then
        -- not all at once: it is only a safety net
        return array(
            select p_refusal.look_again_at + n * interval '10 milliseconds'
            from generate_series(1, v_count) as n
        );
    end if;
    v_free_at := _nth_free_at(p_bucket, 'rate');
    v_places := _places_behind(p_priority, p_refusal, p_row_ids, p_now);
    return array(
        select _nth_look(v_free_at, p_bucket, 'rate', p.place, true, p_now)
        from unnest(v_places) with ordinality as p (place, item)
        order by p.item
    );
end;
$_moments_behind$;

comment on function _moments_behind is
'When rows may look again that are put off together with one that was refused: in that line, each at its own place.';
