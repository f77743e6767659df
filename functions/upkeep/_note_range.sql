create or replace function _note_range(
    p_debt ff_range_debt,
    p_route_id integer,
    p_from_at timestamptz,
    p_before_at timestamptz
)
returns timestamptz
language plpgsql
as $_note_range$
declare
    v_limit constant integer := 1000;
    v_last_at timestamptz;
    v_count bigint;
begin
    with seen as materialized (
        select e.ctid as row_id, e.execution_id, e.claimable_at
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.claimable_at >= p_from_at
            and e.claimable_at < p_before_at
        order by e.claimable_at
        fetch first v_limit rows with ties
    ),

    -- only notes them: _settle_debts decides under the row lock
    noted as (
        insert into ff_debt (execution_id, due_since)
        select
            e.execution_id,
            case when p_debt.is_clock_step then e.claimable_at end
        from seen as s
        inner join ff_exec_core as e on e.ctid = s.row_id
        where
            not p_debt.is_clock_step
            or e.state in (
                'waiting_first', 'waiting_retry', 'waiting_replay', 'waiting_resume',
                'revoked'
            )
            -- a lapsed lease that became due again after a head had passed it
            or (e.state = 'active' and e.claimable_at > e.lease_expires_at)
            or (
                -- a delay or a backoff that had ended at the old mark
                e.state in (
                    'delayed_first', 'delayed_resume', 'backoff_retry', 'resume_delay'
                )
                and e.claimable_at <= p_debt.marked_at
                -- and was written before the clock was set back
                and (
                    e.updated_at < p_debt.from_at
                    or e.updated_at > _now()
                    or age(e.xmin) > age(p_debt.before_id::xid)
                )
            )
    )

    select max(s.claimable_at), count(*) into v_last_at, v_count from seen as s;
    -- all rows at the last moment were seen; a timestamp counts microseconds
    return case
        when v_count < v_limit then p_before_at
        else v_last_at + interval '1 microsecond'
    end;
end;
$_note_range$;

comment on function _note_range is
'Notes the rows of a route in a range of moments as debts, as far as the debt of that range asks for them, a thousand at a time; returns the moment from which the next call goes on.';
