create or replace function _settle_and_accept(p_rows _due_row[], p_now timestamptz)
returns _due_row[]
language plpgsql
as $_settle_and_accept$
declare
    -- First all that may have to end or be parked: that may end other rows of the batch. A row that
    -- goes on after a timeout is found by the claim's next look.
    v_settled constant uuid[] := _settle_keys(
        array(
            select r.execution_id
            from unnest(p_rows) with ordinality as r (
                row_id, execution_id, lease_epoch, flow_id, namespace, tags,
                is_resume, is_takeover, attempt_deadline_at, lease_expires_at, item
            )
            inner join ff_exec_core as e
                on e.execution_id = r.execution_id
            where
                r.is_takeover
                or _is_suspended(e.state)
                or e.deadline_at <= p_now
                or (e.flow_id is not null and _is_flow_cancelled(e.flow_id))
            order by r.item
        ),
        p_now
    );
begin
    return _accept_rows(p_rows, p_now, v_settled, '{}');
end;
$_settle_and_accept$;

comment on function _settle_and_accept is
'Settles rows of a batch that must end or be parked, then judges the others once more. Returns those that the claim leases.';
