create or replace function _prove_clock()
returns _proof
language plpgsql
as $_prove_clock$
declare
    v_patience constant interval := interval '1 second';
    -- 64 records of this spacing reach back further than v_patience
    v_spacing constant interval := interval '20 milliseconds';
    v_records ff_clock_record[];
    v_newest ff_clock_record;
    v_now timestamptz;
    v_is_due boolean;
    r_mark record;
    v_holders text[];
    v_active text[];
    v_count bigint;
    v_proof _proof;
begin
    -- Each step is a statement of its own, because the proof depends on their order. First: a
    -- session that closes a range must see by gate and id that this advance is open.
    lock table ff_head in row share mode;
    perform pg_current_xact_id();
    -- Records before holders: a record written in between could name holders that an older list
    -- does not have.
    select array_agg(r.record order by (r.record).record_id desc)
    into v_records
    from (
        select r as record from ff_clock_record as r order by r.record_id desc limit 64
    ) as r;
    v_newest := v_records[1];
    select e.last_value into v_proof.era from ff_clock_era as e;
    v_proof.marked_at := v_newest.clock_at;
    v_now := _now();
    v_is_due := (
        v_newest.era = v_proof.era
        and v_now >= v_newest.clock_at
        and v_now < v_newest.clock_at + v_spacing
    ) is not true;
    if v_is_due then
        select m.p_era, m.p_marked_at, m.p_before_at into r_mark from _move_mark() as m;
        if r_mark.p_era is null then
            return null;
        end if;
        v_proof.era := r_mark.p_era;
        v_proof.marked_at := r_mark.p_marked_at;
    end if;
    -- the mark before the holders: a transaction that is not among them will read the new mark
    select h.p_holders into v_holders from _gate_holders('ff_gate_h') as h;
    v_proof.holders := v_holders;
    v_active := array(
        select unnest(v_holders)
        except
        select unnest(d.holders)
        from ff_range_debt as d
        where d.era = v_proof.era and d.to_at is null
    );

    select
        greatest(max(r.clock_at) filter (where not r.holders && v_active), max(r.proven_at)),
        count(*)
    into v_proof.proven_at, v_count
    from unnest(v_records) as r
    where r.era = v_proof.era;
    if v_is_due then
        if v_count = 0 then
            -- also when the session that moved the mark back has not committed, or never will
            perform _begin_era(
                v_proof.era, r_mark.p_marked_at,
                (select to_timestamp(b.last_value / 1e6::float8) from ff_clock_before as b),
                v_holders
            );
        end if;
        if v_active = '{}' then
            v_proof.proven_at := r_mark.p_marked_at;
        end if;
        insert into ff_clock_record (era, clock_at, proven_at, holders)
        values (v_proof.era, r_mark.p_marked_at, v_proof.proven_at, v_holders);
    end if;
    if coalesce(v_proof.proven_at, '-infinity') < v_now - v_patience then
        perform _pass_open_writers(v_proof, v_now - v_patience, v_active);
    end if;
    return v_proof;
end;
$_prove_clock$;

comment on function _prove_clock is
'Moves the mark and writes a clock record, unless the newest one is only milliseconds old, and returns the moment up to which heads may move; nulls: nothing is proven. docs/claim-heads.md has the proof.';
