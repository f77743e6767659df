create or replace function _settle_each(p_rows _due_row[], p_now timestamptz)
returns _due_row[]
language plpgsql
as $_settle_each$
declare
    v_rows _due_row[] := '{}'::_due_row[];
    v_accepted uuid[] := array[]::uuid[];
    v_job _job;
begin
    v_job.job := 'accept';
    v_job.now_at := p_now;
    -- what cannot be settled is put off, and has no part in what follows
    v_job.ids := _settle_candidates(
        array(
            select r.execution_id
            from unnest(p_rows) as r (
                row_id, execution_id, lease_epoch, flow_id, namespace, tags,
                is_resume, is_takeover, attempt_deadline_at, lease_expires_at
            )
        ),
        p_now
    );
    for v_item in 1..cardinality(p_rows) loop
        v_job.rows := p_rows[v_item:v_item];
        v_job.accepted := v_accepted;
        v_job.error_code := null;
        v_job := _run_job(v_job);
        if v_job.error_code is null then
            v_rows := v_rows || v_job.rows;
            v_accepted := v_accepted || (p_rows[v_item]).execution_id;
        else
            perform _put_off_failed(
                (p_rows[v_item]).execution_id,
                v_job
            );
        end if;
    end loop;
    return v_rows;
end;
$_settle_each$;

comment on function _settle_each is
'As _settle_and_accept, for a batch in which a row fails: each row in a block of its own. A row that fails is put off, and costs the others nothing.';
