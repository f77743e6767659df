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
        else least(
            -- one that looks free is held by a claim that has not committed
            greatest(
                coalesce(
                    p_free_at[1 + (p_place - 1) % greatest(cardinality(p_free_at), 1)],
                    p_now
                ),
                p_now + interval '100 milliseconds'
            )
            -- behind as many as the window takes: the windows after
            + case
                when p_kind = 'rate' then
                    (p_place - 1) / greatest(cardinality(p_free_at), 1)
                    * (p_bucket).window_ms * interval '1 millisecond'
                else interval '0'
            end,
            -- a slot may be given back before its lease would lapse
            case when p_kind = 'slot' then p_now + interval '5 seconds' end
        )
    end
$_nth_look$;

comment on function _nth_look is
'When the so-manieth that was refused may look again, given when tokens become free.';
