create or replace function _settle_candidates(
    p_keys uuid[],
    p_now timestamptz,
    p_stop_at timestamptz
)
returns uuid[]
language plpgsql
as $_settle_candidates$
declare
    v_job _job;
    v_settled uuid[] := array[]::uuid[];
begin
    if p_keys = '{}' then
        return array[]::uuid[];
    end if;
    v_job.job := 'settle';
    v_job.now_at := p_now;
    v_job.stop_at := p_stop_at;
    v_job.keys := p_keys;
    v_job := _run_job(v_job);
    if v_job.error_code is null then
        return v_job.ids;
    end if;
    -- one of them may fail: each has a block of its own, so that the others are settled
    for v_item in 1..cardinality(p_keys) loop
        v_job.keys := p_keys[v_item:v_item];
        v_job.error_code := null;
        v_job := _run_job(v_job);
        if v_job.error_code is null then
            v_settled := v_settled || v_job.ids;
        else
            perform _put_off_failed(p_keys[v_item], v_job);
            v_settled := v_settled || p_keys[v_item];
        end if;
        exit when not _has_time(p_stop_at, v_item);
    end loop;
    return v_settled;
end;
$_settle_candidates$;

comment on function _settle_candidates is
'Ends or parks several locked rows in one block, or, if one of them fails, in a block for each: that one is put off. Returns those that may not be claimed as they were locked.';
