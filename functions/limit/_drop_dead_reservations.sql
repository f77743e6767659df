create or replace function _drop_dead_reservations(p_budget_id uuid, p_now timestamptz)
returns integer
language plpgsql
as $_drop_dead_reservations$
declare
    v_row_ids constant tid[] := array(
        select r.ctid
        from ff_budget_reservation as r
        left join ff_exec_core as e
            on e.execution_id = r.execution_id
        where
            r.budget_id = p_budget_id
            and (
                e.execution_id is null
                or e.terminal_at is not null
                or e.attempt_index > r.attempt_index
                or (_is_active(e.state) and e.lease_expires_at <= p_now)
                or e.state in ('revoked', 'flow_first', 'flow_retry', 'flow_replay', 'flow_resume')
            )
        for update of r skip locked
    );
begin
    delete from ff_budget_reservation as r where r.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_drop_dead_reservations$;

comment on function _drop_dead_reservations is
'Removes what attempts had set aside that are over, or whose worker fell silent. Answers how much.';
