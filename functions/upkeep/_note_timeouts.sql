create or replace function _note_timeouts(p_from_at timestamptz, p_to_at timestamptz)
returns timestamptz
language plpgsql
as $_note_timeouts$
declare
    v_limit constant integer := 1000;
    v_last_at timestamptz;
    v_count bigint;
begin
    with held as (
        select s.execution_id, s.timeout_at
        from ff_suspension as s
        where s.timeout_at >= p_from_at and s.timeout_at < p_to_at and s.closed_at is null
        order by s.timeout_at
        fetch first v_limit rows with ties
    ),

    noted as (
        insert into ff_debt (execution_id)
        select h.execution_id from held as h
    )

    select max(h.timeout_at), count(*) into v_last_at, v_count from held as h;
    -- all that are due at the last moment are noted; a timestamp counts microseconds
    return case
        when v_count < v_limit then p_to_at
        else v_last_at + interval '1 microsecond'
    end;
end;
$_note_timeouts$;

comment on function _note_timeouts is
'Notes the executions with a timeout of their suspension in a range of moments as debts, and answers up to where that is all of them.';
