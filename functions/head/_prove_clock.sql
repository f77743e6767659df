create or replace function _prove_clock()
returns timestamptz
language plpgsql
as $_prove_clock$
declare
    v_patience constant interval := interval '1 second';
    v_started_at constant timestamptz := pg_postmaster_start_time();
    v_records ff_clock_record[];
    v_newest ff_clock_record;
    v_ignored text[];
    v_now timestamptz;
    v_holders text[];
    v_active text[];
    v_prepared text[];
    v_proven_at timestamptz;
begin
    -- Each step is a statement of its own, in this order: records, clock, holders. A record that
    -- came in between would name holders which our list is too old to know.
    select array_agg(r.record order by (r.record).record_id desc)
    into v_records
    from (
        select r as record from ff_clock_record as r order by r.record_id desc limit 64
    ) as r;
    v_newest := v_records[1];
    v_ignored := array(
        select unnest(d.holders) from ff_range_debt as d
    );
    v_now := _now();
    select h.p_holders, h.p_prepared into v_holders, v_prepared
    from _gate_holders('ff_gate_h') as h;

    if v_now < v_newest.clock_at then
        perform _begin_era(v_newest, v_now, v_holders);
        return null;
    end if;

    v_active := array(select unnest(v_holders) except select unnest(v_ignored));
    v_prepared := array(select unnest(v_prepared) except select unnest(v_ignored));
    select max(r.covers_at)
    into v_proven_at
    from unnest(v_records) as r
    where
        r.era = v_newest.era
        and (r.server_started_at <> v_started_at or not r.holders && v_active)
        -- a prepared transaction may be one of those holders, under its new name
        and v_prepared <@ r.holders;
    v_proven_at := greatest(v_proven_at, v_newest.proven_at);

    insert into ff_clock_record (
        era, clock_at, covers_at, proven_at, server_started_at, holders
    )
    values (
        coalesce(v_newest.era, 0), v_now, v_newest.clock_at, v_proven_at, v_started_at, v_holders
    );
    if coalesce(v_proven_at, '-infinity') < v_now - v_patience then
        perform _pass_open_writers(v_now - v_patience, v_proven_at, v_active);
    end if;
    return v_proven_at;
end;
$_prove_clock$;

comment on function _prove_clock is
'Writes a clock record and answers the latest moment below which nothing can become claimable any more; null: none yet. docs/claim-heads.md has the proof.';
