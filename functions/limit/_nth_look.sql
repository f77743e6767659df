create or replace function _nth_look(
    p_free_at timestamptz[],
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_place bigint,
    p_may_look boolean,
    p_now timestamptz
)
returns timestamptz
language sql
stable
as $_nth_look$
    select case
        when not p_may_look then p_now + interval '100 milliseconds'
        when p_kind = 'slot' then least(
            case
                when p_place > cardinality(p_free_at) then null
                when n.free_at > p_now then n.free_at
                -- one that looks free is held by a claim that has not committed
                else p_now + interval '100 milliseconds'
            end,
            -- it may be given back before its lease would lapse
            p_now + interval '5 seconds'
        )
        when p_place <= cardinality(p_free_at) and n.free_at <= p_now
            then p_now + interval '100 milliseconds' + (p_place - 1) * interval '1 microsecond'
        else _line_moment(p_free_at, p_bucket.window_ms, p_place, p_now)
    end
    from (
        select p_free_at[1 + (p_place - 1) % greatest(cardinality(p_free_at), 1)] as free_at
    ) as n
$_nth_look$;

comment on function _nth_look is
'When the refused execution at a place of the line may look again, given when tokens become free.';
