create or replace function _trim_guards(p_limit integer)
returns integer
language plpgsql
as $_trim_guards$
declare
    v_now constant timestamptz := _now();
    v_row_ids constant tid[] := array(
        select g.ctid
        from ff_admission_guard as g
        where g.look_at <= v_now
        order by g.look_at
        limit p_limit
        for update skip locked
    );
begin
    -- by statements after the lock, which see what an admission has taken
    delete from ff_admission_guard as g
    where
        g.ctid = any (v_row_ids)
        and not exists (
            select 1
            from ff_quota_token as t
            where
                t.execution_id = g.execution_id
                and t.quota_policy_id is not distinct from g.quota_policy_id
        );
    update ff_admission_guard as g
    set look_at = v_now + _bucket_patience()
    where g.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_trim_guards$;

comment on function _trim_guards is
'Removes guards of admissions that are over; looks at the others again later. Returns how many it looked at.';
