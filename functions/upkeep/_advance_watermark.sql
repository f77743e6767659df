create or replace function _advance_watermark()
returns bigint
language plpgsql
as $_advance_watermark$
declare
    v_records ff_event_watermark[];
    v_last_event_id bigint;
    v_holders text[];
    v_safe_event_id bigint;
begin
    -- each step is a statement of its own, in this order: records, last id, holders
    select array_agg(w.record order by (w.record).watermark_id desc)
    into v_records
    from (
        select w as record from ff_event_watermark as w order by w.watermark_id desc limit 64
    ) as w;
    select case when s.is_called then s.last_value else 0 end
    into v_last_event_id
    from ff_event_event_id_seq as s;
    select h.p_holders into v_holders from _gate_holders('ff_event') as h;

    select greatest(
        max(w.safe_event_id),
        max(w.last_event_id) filter (where not w.holders && v_holders),
        -- every transaction that drew an id before it was read has ended
        case when v_holders = '{}' then v_last_event_id end
    )
    into v_safe_event_id
    from unnest(v_records) as w;
    -- Readers that ask often write many records while a writer is open. The oldest one that waits
    -- for its holders is written anew before those hide it, or no record would ever be proven.
    insert into ff_event_watermark (last_event_id, safe_event_id, holders)
    select
        coalesce(k.last_event_id, v_last_event_id),
        coalesce(v_safe_event_id, 0),
        coalesce(k.holders, v_holders)
    from (select) as always
    left join (
        select w.last_event_id, w.holders, w.watermark_id
        from unnest(v_records) as w
        where w.last_event_id > coalesce(v_safe_event_id, 0)
        order by w.last_event_id, w.watermark_id desc
        limit 1
    ) as k on k.watermark_id <= v_records[32].watermark_id;
    perform _ring_event_bells(v_safe_event_id);
    return coalesce(v_safe_event_id, 0);
end;
$_advance_watermark$;

comment on function _advance_watermark is
'Moves the event watermark as far as it is proven, and returns it.';
