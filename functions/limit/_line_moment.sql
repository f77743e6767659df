create or replace function _line_moment(
    p_free_at timestamptz[],
    p_window_ms bigint,
    p_place bigint,
    p_now timestamptz
)
returns timestamptz
language sql
stable
as $_line_moment$
    select
        greatest(
            coalesce(
                p_free_at[1 + (p_place - 1) % greatest(cardinality(p_free_at), 1)],
                -- all places are held for attempts that are still to begin
                p_now + interval '5 seconds'
            ),
            p_now
        )
        -- behind the rows that one window takes come those of the next windows
        + (p_place - 1) / greatest(cardinality(p_free_at), 1)
        * p_window_ms * interval '1 millisecond'
        -- in their order
        + (p_place - 1) * interval '1 microsecond'
$_line_moment$;

comment on function _line_moment is
'When a place in the window comes free for a row of the line, counted from 1, given when places come free.';
