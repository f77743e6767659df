create or replace function _settle_and_accept(p_job _job)
returns tid[]
language plpgsql
as $_settle_and_accept$
declare
    v_job _job := p_job;
begin
    -- Settling a row may end other rows of the batch, so all are settled first. A single row is
    -- settled when it is accepted.
    if cardinality(p_job.row_ids) > 1 then
        perform _settle_keys(
            array(
                select e.execution_id
                from unnest(p_job.row_ids) with ordinality as r (row_id, item)
                inner join ff_exec_core as e on e.ctid = r.row_id
                where
                    (
                        _is_active(e.state)
                        or _is_suspended(e.state)
                        or e.deadline_at <= p_job.now_at
                        or (e.flow_id is not null and _is_flow_cancelled(e.flow_id))
                    )
                    and _candidate_verdict(e, p_job.now_at) not in ('take', 'take_over')
                order by r.item
            ),
            p_job.now_at,
            p_job.stop_at
        );
    end if;
    v_job.accepted := '{}';
    return _accept_rows(v_job, p_settles => cardinality(p_job.row_ids) = 1);
end;
$_settle_and_accept$;

comment on function _settle_and_accept is
'Ends or parks rows of a batch for which that is due, then judges the others. Returns those that the claim leases.';
