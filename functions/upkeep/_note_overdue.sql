create or replace function _note_overdue(p_from_at timestamptz, p_to_at timestamptz)
returns timestamptz
language plpgsql
as $_note_overdue$
declare
    v_limit constant integer := 1000;
    v_last_at timestamptz;
    v_count bigint;
begin
    with held as (
        select e.execution_id, e.deadline_at
        from ff_exec_core as e
        where e.deadline_at >= p_from_at and e.deadline_at < p_to_at and e.terminal_at is null
        order by e.deadline_at
        fetch first v_limit rows with ties
    ),

    noted as (
        insert into ff_debt (execution_id)
        select h.execution_id from held as h
    )

    select max(h.deadline_at), count(*) into v_last_at, v_count from held as h;
    -- all that end at the last moment are noted; a timestamp counts microseconds
    return case
        when v_count < v_limit then p_to_at
        else v_last_at + interval '1 microsecond'
    end;
end;
$_note_overdue$;

comment on function _note_overdue is
'Notes the executions with a deadline in a range of moments as debts, and answers up to where that is all of them.';
