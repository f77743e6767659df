create or replace function _move_mark(
    out p_era bigint,
    out p_marked_at timestamptz,
    out p_before_at timestamptz
)
language plpgsql
as $_move_mark$
declare
    v_before_us bigint;
    v_now_us bigint;
begin
    -- One session at a time: one that read the clock earlier would move the mark back. The error
    -- gives the lock back, but the value of a sequence stays.
    begin
        lock table ff_gate_h in share update exclusive mode nowait;
        select e.last_value into p_era from ff_clock_era as e;
        select m.last_value into v_before_us from ff_clock_mark as m;
        v_now_us := (extract(epoch from _now()) * 1000000)::bigint;
        if v_now_us < v_before_us then
            -- The old mark is kept even if this transaction rolls back. If the era that ends here
            -- has no record, because its beginning was rolled back, the mark before it counts, too.
            perform setval('ff_clock_before', greatest(v_before_us, (
                select b.last_value
                from ff_clock_before as b
                where not exists (select 1 from ff_clock_record as r where r.era = p_era)
            )));
            -- the era first: a session that reads the lower mark is in the new era
            p_era := setval('ff_clock_era', p_era + 1);
        end if;
        perform setval('ff_clock_mark', v_now_us);
        p_marked_at := to_timestamp(v_now_us / 1e6::float8);
        p_before_at := to_timestamp(v_before_us / 1e6::float8);
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        -- other sessions must not wait for the lock until this transaction ends
        when lock_not_available or raise_exception then
            null;
    end;
end;
$_move_mark$;

comment on function _move_mark is
'Moves the mark to the clock, and begins a new era if the clock is behind the mark; nulls when another session is moving the mark at this moment.';
