create or replace function _note_debts(
    p_route_id integer,
    p_from_at timestamptz,
    p_to_at timestamptz
)
returns timestamptz
language plpgsql
as $_note_debts$
declare
    v_limit constant integer := 1000;
    v_last_at timestamptz;
    v_count bigint;
begin
    with held as (
        (
            select e.execution_id, e.claimable_at as due_at
            from ff_exec_core as e
            where
                e.route_id = p_route_id and e.claimable_at >= p_from_at and e.claimable_at < p_to_at
            order by e.claimable_at
            fetch first v_limit rows with ties
        )
        union all
        -- deadlines and timeouts of suspensions have heads under routes that do not exist
        (
            select e.execution_id, e.deadline_at
            from ff_exec_core as e
            where
                p_route_id = 0
                and e.deadline_at >= p_from_at
                and e.deadline_at < p_to_at
                and e.terminal_at is null
            order by e.deadline_at
            fetch first v_limit rows with ties
        )
        union all
        (
            select s.execution_id, s.timeout_at
            from ff_suspension as s
            where
                p_route_id = -1
                and s.timeout_at >= p_from_at
                and s.timeout_at < p_to_at
                and s.closed_at is null
            order by s.timeout_at
            fetch first v_limit rows with ties
        )
    ),

    noted as (
        insert into ff_debt (execution_id)
        select h.execution_id from held as h
    )

    select max(h.due_at), count(*) into v_last_at, v_count from held as h;
    -- all rows at the last moment are noted; a timestamp counts microseconds
    return case
        when v_count < v_limit then p_to_at
        else v_last_at + interval '1 microsecond'
    end;
end;
$_note_debts$;

comment on function _note_debts is
'Notes the rows that are due in a range of moments as debts: those of a route, executions by their deadline (route 0), or by the timeout of their suspension (route -1). Returns the moment up to which all of them are noted.';
