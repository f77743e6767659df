create or replace function _accept_rows(p_job _job, p_settles boolean default false)
returns tid[]
language plpgsql
as $_accept_rows$
declare
    v_accepted tid[] := p_job.accepted;
    v_row_ids tid[] := '{}'::tid[];
    v_row_id tid;
begin
    foreach v_row_id in array p_job.row_ids loop
        if _may_be_leased(v_row_id, p_job, v_accepted, p_settles) then
            v_row_ids := v_row_ids || v_row_id;
            v_accepted := v_accepted || v_row_id;
        end if;
    end loop;
    return v_row_ids;
end;
$_accept_rows$;

comment on function _accept_rows is
'Takes what rows of a batch need to be leased, one after the other. Returns those that the claim leases.';
