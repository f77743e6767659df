create or replace function _counted_to(p_last ff_statistic, p_proof _proof, p_limit integer)
returns ff_statistic
language plpgsql
stable
as $_counted_to$
declare
    v_next ff_statistic := p_last;
    v_proven_at timestamptz;
    v_below uuid;
begin
    v_next.counted_event_id := greatest(
        p_last.counted_event_id,
        least(
            (
                select w.safe_event_id
                from ff_event_watermark as w
                order by w.watermark_id desc
                limit 1
            ),
            p_last.counted_event_id + 100 * p_limit::bigint
        )
    );
    if not _has_uncounted_submissions(p_last) then
        return v_next;
    end if;
    v_proven_at := case
        when p_proof.holders = '{}' then p_proof.marked_at
        when not p_proof.holders && p_last.holders then p_last.marked_at
    end;
    if v_proven_at is not null then
        v_next.marked_at := p_proof.marked_at;
        v_next.holders := p_proof.holders;
        v_below := least(
            _lowest_new_id(v_proven_at), _nth_execution(p_last.counted_below, 20 * p_limit)
        );
        -- it is lower when the clock was set back
        v_next.counted_below := greatest(p_last.counted_below, v_below);
    end if;
    return v_next;
end;
$_counted_to$;

comment on function _counted_to is
'How far a tick can count: the events that are proven, at most p_limit hundreds, and the submissions, at most p_limit scores.';
