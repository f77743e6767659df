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

    -- the newest of each key stays, and tells when it was served
    v_row_ids := array(
        select t.ctid
        from (
            select f.ctid as row_id, f.lane_id, f.fairness_key, f.turn_id
            from ff_fair_turn as f
            order by f.turn_id
            limit p_limit
        ) as o
        inner join ff_fair_turn as t on t.ctid = o.row_id
        where exists (
            select 1
            from ff_fair_turn as n
            where
                n.lane_id = o.lane_id
                and n.fairness_key = o.fairness_key
                and n.turn_id > o.turn_id
        )
        for update of t skip locked
    );
    delete from ff_fair_turn as t where t.ctid = any (v_row_ids);
    return v_sum + cardinality(v_row_ids);
end;
$_trim_admission$;

comment on function _trim_admission is
'Removes old keys of charges, and turns that newer ones have replaced; returns how many.';
