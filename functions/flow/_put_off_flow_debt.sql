create or replace function _put_off_flow_debt()
returns void
language plpgsql
as $_put_off_flow_debt$
declare
    v_now constant timestamptz := _now();
    -- the first debt that is due and free, as _drain_flow_debts takes it
    v_row_ids constant tid[] := array(
        select d.ctid
        from ff_flow_debt as d
        where
            d.due_at >= _head_of(-2)
            and (d.due_at <= v_now or d.due_at > v_now + interval '1 minute')
        order by d.due_at
        limit 1
        for update skip locked
    );
begin
    -- a visible row moves to a later moment, which needs no gate
    update ff_flow_debt as d
    set due_at = v_now + interval '1 minute'
    where d.ctid = any (v_row_ids);
end;
$_put_off_flow_debt$;

comment on function _put_off_flow_debt is
'Delays the first flow debt that is due by a minute, because work on it has just failed.';
