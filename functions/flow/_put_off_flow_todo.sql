create or replace function _put_off_flow_todo()
returns void
language plpgsql
as $_put_off_flow_todo$
declare
    v_now constant timestamptz := _now();
    -- the first todo that is due and free, as _do_flow_todos takes it
    v_row_ids constant tid[] := array(
        select d.ctid
        from ff_flow_todo as d
        where
            d.due_at >= _head_of(-2)
            and (d.due_at <= v_now or d.due_at > v_now + interval '1 minute')
        order by d.due_at
        limit 1
        for update skip locked
    );
begin
    -- a visible row moves to a later moment, which needs no gate
    update ff_flow_todo as d
    set due_at = v_now + interval '1 minute'
    where d.ctid = any (v_row_ids);
end;
$_put_off_flow_todo$;

comment on function _put_off_flow_todo is
'Delays the first flow todo that is due by a minute, because work on it has just failed.';
