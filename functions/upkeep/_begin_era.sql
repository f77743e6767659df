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
    -- for how far the clock was ahead of the mark when it was set back (see _announce)
    v_margin constant interval := interval '1 minute';
begin
    perform _lower_heads(p_era);
    -- What was due before the clock was set back shall not wait for the clock to come there again:
    -- what can be seen now, and what those submitted who read the mark before it was moved.
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
'Starts over after the clock was set back: heads go down to where they hide nothing, and the moments that lie ahead again are searched.';
