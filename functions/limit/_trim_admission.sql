create or replace function _trim_admission(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_trim_admission$
declare
    v_now constant timestamptz := _now();
    v_row_ids tid[];
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
    return cardinality(v_row_ids) + _drop_idle_buckets(p_limit, p_stop_at) + _trim_guards(p_limit);
end;
$_trim_admission$;

comment on function _trim_admission is
'Removes old keys of charges, guards without tokens and buckets that are not used any more; returns how many.';
