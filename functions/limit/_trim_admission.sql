create or replace function _trim_admission(p_limit integer)
returns integer
language plpgsql
as $_trim_admission$
declare
    v_now constant timestamptz := _now();
    v_row_ids tid[];
    v_sum integer := 0;
begin
    v_row_ids := array(
        select k.ctid
        from ff_budget_key as k
        where k.expires_at <= v_now
        order by k.expires_at
        limit p_limit
        for update skip locked
    );
    delete from ff_budget_key as k where k.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select g.ctid
        from ff_admission_guard as g
        where not exists (
            select 1
            from ff_quota_token as t
            where t.execution_id = g.execution_id
        )
        limit p_limit
        for update skip locked
    );
    delete from ff_admission_guard as g where g.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);
    return v_sum;
end;
$_trim_admission$;

comment on function _trim_admission is
'Removes old keys of charges, and guards without tokens; returns how many.';
