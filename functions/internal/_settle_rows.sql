create or replace function _settle_rows(p_row_ids tid[], p_now timestamptz)
returns tid[]
language plpgsql
as $_settle_rows$
declare
    v_left tid[] := '{}'::tid[];
    v_row_id tid;
    r_key record;
begin
    foreach v_row_id in array p_row_ids loop
        select e.partition_key, e.execution_id
        into r_key
        from ff_exec_core as e
        where e.ctid = v_row_id;
        if _settle_candidate(r_key.partition_key, r_key.execution_id, p_now) then
            v_left := v_left || v_row_id;
        end if;
    end loop;
    return v_left;
end;
$_settle_rows$;

comment on function _settle_rows is
'Deals with locked rows of a batch that are not simply waiting; answers those that the claim may take.';
