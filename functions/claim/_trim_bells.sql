create or replace function _trim_bells(p_limit integer)
returns integer
language plpgsql
as $_trim_bells$
declare
    v_now constant timestamptz := _now();
    v_row_ids tid[];
    v_sum integer := 0;
begin
    v_row_ids := array(
        select b.ctid
        from ff_event_bell as b
        where b.expires_at <= v_now
        order by b.expires_at
        limit p_limit
        for update skip locked
    );
    delete from ff_event_bell as b where b.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select b.ctid
        from ff_stream_bell as b
        where b.expires_at <= v_now
        order by b.expires_at
        limit p_limit
        for update skip locked
    );
    delete from ff_stream_bell as b where b.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select b.ctid
        from ff_end_bell as b
        where b.expires_at <= v_now
        order by b.expires_at
        limit p_limit
        for update skip locked
    );
    delete from ff_end_bell as b where b.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select d.ctid
        from ff_doorbell as d
        where d.expires_at <= v_now
        order by d.expires_at
        limit p_limit
        for update skip locked
    );
    delete from ff_doorbell as d where d.ctid = any (v_row_ids);
    return v_sum + cardinality(v_row_ids);
end;
$_trim_bells$;

comment on function _trim_bells is 'Takes down bells that have expired; returns how many.';
