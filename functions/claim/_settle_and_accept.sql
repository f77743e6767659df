create or replace function _settle_and_accept(p_job _job)
returns tid[]
language plpgsql
as $_settle_and_accept$
declare
    v_job _job := p_job;
begin
    -- the limits of a single row have been asked before, but for those of its lane
    v_job.accepted := case
        when cardinality(p_job.row_ids) = 1 and p_job.rules is null then '{}'
        else _admit_rows(p_job)
    end;
    if cardinality(v_job.accepted) = cardinality(p_job.row_ids) then
        return p_job.row_ids;
    end if;
    -- Settling a row may end other rows of the batch, so all are settled first. A single row is
    -- settled when it is accepted.
    if cardinality(p_job.row_ids) > 1 and v_job.accepted = '{}' then
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
    v_job.row_ids := array(
        select r.row_id
        from unnest(p_job.row_ids) with ordinality as r (row_id, item)
        where r.row_id <> all (v_job.accepted)
        order by r.item
    );
    v_job.accepted := v_job.accepted
        || _accept_rows(v_job, p_settles => cardinality(p_job.row_ids) = 1);
    return array(
        select r.row_id
        from unnest(p_job.row_ids) with ordinality as r (row_id, item)
        where r.row_id = any (v_job.accepted)
        order by r.item
    );
end;
$_settle_and_accept$;

comment on function _settle_and_accept is
'Judges the rows of a batch: as a set, as far as all are first asked about by limits that have room; the others one by one, after rows for which that is due were ended or parked. Returns those that the claim leases.';
