create or replace function _settle_rows(p_rows _due_row[], p_now timestamptz)
returns _due_row[]
language plpgsql
as $_settle_rows$
declare
    v_job _job;
    v_rows _due_row[];
begin
    v_job.job := 'claim';
    v_job.now_at := p_now;
    v_job.rows := p_rows;
    v_job := _run_job(v_job);
    v_rows := case
        when v_job.error_code is null then v_job.rows else _settle_each(p_rows, p_now)
    end;
    return array(
        select
            (
                -- a new version, if it was noted that it has limits
                e.ctid, r.execution_id, r.lease_epoch, r.flow_id, r.namespace,
                r.tags, r.is_resume, r.is_takeover, r.attempt_deadline_at, r.lease_expires_at
            )::_due_row
        from unnest(v_rows) with ordinality as r (
            row_id, execution_id, lease_epoch, flow_id, namespace, tags,
            is_resume, is_takeover, attempt_deadline_at, lease_expires_at, item
        )
        inner join ff_exec_core as e
            on e.execution_id = r.execution_id
        order by r.item
    );
end;
$_settle_rows$;

comment on function _settle_rows is
'Settles locked rows of a batch that are not simply waiting, in one block, or, if one of them fails, in a block for each. Returns the rows that the claim leases.';
