create or replace function _refuse_while_in_line(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
stable
as $_refuse_while_in_line$
begin
    if p_execution.claimable_at > p_now and _is_in_line(p_execution) then
        perform _refuse_by_limit(
            w.execution_id, w.limit_kind::text, w.limit_id, w.limit_key,
            p_execution.claimable_at, p_now
        )
        from ff_admission_wait as w
        where w.execution_id = p_execution.execution_id;
    end if;
end;
$_refuse_while_in_line$;

comment on function _refuse_while_in_line is
'Raises which limit has refused an execution to a claim, if it waits for that limit now.';
