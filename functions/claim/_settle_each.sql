create or replace function _settle_each(p_job _job)
returns tid[]
language plpgsql
as $_settle_each$
declare
    v_job _job := p_job;
    v_execution_ids constant uuid[] := array(
        select e.execution_id
        from unnest(p_job.row_ids) with ordinality as r (row_id, item)
        inner join ff_exec_core as e on e.ctid = r.row_id
        order by r.item
    );
    v_accepted tid[] := '{}'::tid[];
begin
    v_job.job := 'accept';
    -- a row that cannot be settled is put off, and is left out of the next steps
    perform _settle_candidates(v_execution_ids, p_job.now_at, p_job.stop_at);
    for v_item in 1..cardinality(v_execution_ids) loop
        v_job.row_ids := p_job.row_ids[v_item:v_item];
        v_job.accepted := v_accepted;
        v_job.error_code := null;
        v_job := _run_job(v_job);
        if v_job.error_code is null then
            v_accepted := v_accepted || v_job.row_ids;
        else
            perform _put_off_failed(v_execution_ids[v_item], v_job);
        end if;
    end loop;
    return v_accepted;
end;
$_settle_each$;

comment on function _settle_each is
'As _settle_and_accept, for a batch in which a row fails: each row in a block of its own. A row that fails is put off, and costs the others nothing.';
