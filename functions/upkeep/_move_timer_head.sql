create or replace function _move_timer_head(
    p_route_id integer,
    p_head_at timestamptz,
    p_proof _proof,
    p_now timestamptz
)
returns void
language plpgsql
as $_move_timer_head$
declare
    v_patience constant interval := interval '1 second';
    v_late_at constant timestamptz := least(p_proof.proven_at, p_now) - v_patience;
    v_target_at timestamptz;
begin
    if p_proof.proven_at is null or v_late_at <= p_head_at then
        return;
    end if;
    -- a row that an open transaction holds is visited as a debt when it is free again
    v_target_at := _note_debts(p_route_id, p_head_at, v_late_at);
    if v_target_at = v_late_at then
        v_target_at := least(p_proof.proven_at, case p_route_id
            when 0 then (
                select min(e.deadline_at)
                from ff_exec_core as e
                where
                    e.deadline_at >= v_late_at
                    and e.deadline_at < p_proof.proven_at
                    and e.terminal_at is null
            )
            else (
                select min(s.timeout_at)
                from ff_suspension as s
                where
                    s.timeout_at >= v_late_at
                    and s.timeout_at < p_proof.proven_at
                    and s.closed_at is null
            )
        end);
    end if;
    perform _set_head(p_route_id, p_proof.era, v_target_at);
end;
$_move_timer_head$;

comment on function _move_timer_head is
'Moves the head of the deadlines (route 0) or of the timeouts of suspensions (route -1) as far as the proof allows; a late row that is still there becomes a debt.';
