create or replace function _drop_idle_buckets(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_drop_idle_buckets$
declare
    v_now constant timestamptz := _now();
    v_count integer := 0;
    v_dropped integer;
    r_bucket record;
begin
    for r_bucket in
        select g.ctid as row_id, g.limit_id as quota_policy_id, g.limit_key as quota_key
        from ff_limit_lock as g
        where g.look_at <= v_now
        order by g.look_at
        limit least(p_limit, 100)
        -- a refusal that shares the row may be about to wait in the line
        for update skip locked
    loop
        v_dropped := _drop_idle_tokens(
            r_bucket.quota_policy_id, r_bucket.quota_key, v_now - _bucket_patience(),
            p_limit - v_count
        );
        v_count := v_count + v_dropped;
        if v_dropped = 0 then
            update ff_limit_lock as g
            set look_at = v_now + _bucket_patience()
            where g.ctid = r_bucket.row_id;
        elsif not exists (
            select 1
            from ff_quota_token as t
            where
                t.quota_policy_id = r_bucket.quota_policy_id
                and t.quota_key = r_bucket.quota_key
        ) then
            delete from ff_limit_lock as g where g.ctid = r_bucket.row_id;
        end if;
        exit when v_count >= p_limit or _now() >= p_stop_at;
    end loop;
    return v_count;
end;
$_drop_idle_buckets$;

comment on function _drop_idle_buckets is
'Removes buckets of quota policies that are not used any more; returns how many tokens. The next use of the key makes them anew.';
