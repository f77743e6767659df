create or replace function _submitter_fault(
    p_lane_id text,
    p_submitters text[],
    p_count bigint,
    p_bytes bigint
)
returns jsonb
language plpgsql
as $_submitter_fault$
declare
    v_now constant timestamptz := _now();
    v_submitter text;
    v_limit ff_submitter_limit;
    v_period_began_at timestamptz;
    v_use _submitter_use;
begin
    foreach v_submitter in array p_submitters loop
        perform _mark_submitter(p_lane_id, v_submitter);
        v_limit := _limit_of_submitter(p_lane_id, v_submitter);
        v_period_began_at := _period_of(v_now, v_limit.period_ms);
        v_use := _submitter_use_of(p_lane_id, v_submitter, v_period_began_at);
        if p_count > 0 and v_use.unfinished_count + p_count > v_limit.max_unfinished then
            return _submitter_refusal(
                v_limit, v_submitter, 'max_unfinished', v_limit.max_unfinished,
                v_use.unfinished_count, p_count
            );
        elsif v_use.unfinished_bytes + p_bytes > v_limit.max_unfinished_bytes then
            return _submitter_refusal(
                v_limit, v_submitter, 'max_unfinished_bytes', v_limit.max_unfinished_bytes,
                v_use.unfinished_bytes, p_bytes
            );
        elsif p_count > 0 and v_use.submission_count + p_count > v_limit.max_submissions then
            return _submitter_refusal(
                v_limit, v_submitter, 'max_submissions', v_limit.max_submissions,
                v_use.submission_count, p_count
            ) || jsonb_build_object('retry_after_ms', _ms_until(
                _after_ms(v_period_began_at, v_limit.period_ms), v_now
            ));
        end if;
    end loop;
    return null;
end;
$_submitter_fault$;

comment on function _submitter_fault is
'Why a submission exceeds a limit of its submitter, as the DETAIL of ZF803; null if it does not.';
