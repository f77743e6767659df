create or replace function _begin_era(
    p_era bigint,
    p_from_at timestamptz,
    p_marked_at timestamptz,
    p_holders text[]
)
returns void
language plpgsql
as $_begin_era$
declare
    -- the clock was at most this far ahead of the mark when it was set back (see _now_at_gate)
    v_margin constant interval := interval '1 minute';
begin
    perform _lower_heads(p_era);
    -- Rows that were due before the clock was set back must not wait until the clock is there
    -- again: the rows that can be seen now, and the rows of open transactions that read the old
    -- mark.
    insert into ff_range_debt (
        era, holders, is_clock_step, from_at, to_at, is_due, marked_at, before_id
    )
    select
        p_era, p_holders, true, p_from_at, p_marked_at + v_margin, true, p_marked_at,
        pg_snapshot_xmax(pg_current_snapshot())
    where p_marked_at + v_margin > p_from_at;
end;
$_begin_era$;

comment on function _begin_era is
'Starts over after the clock was set back: lowers the heads until they hide nothing, and has the moments searched that lie ahead again.';
