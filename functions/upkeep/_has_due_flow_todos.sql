create or replace function _has_due_flow_todos()
returns boolean
language plpgsql
as $_has_due_flow_todos$
declare
    v_now constant timestamptz := _now();
begin
    -- todos cannot be worked on with an older snapshot
    return current_setting('transaction_isolation') = 'read committed' and exists (
        select 1
        from ff_flow_todo as d
        where
            d.due_at >= _head_of(-2)
            -- the clock may have been set back after it was written
            and (d.due_at <= v_now or d.due_at > v_now + interval '1 minute')
    );
end;
$_has_due_flow_todos$;

comment on function _has_due_flow_todos is 'Is a flow todo due?';
