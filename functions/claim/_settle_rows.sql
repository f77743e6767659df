create or replace function _settle_rows(p_rows _due_row[], p_now timestamptz)
returns _due_row[]
language plpgsql
as $_settle_rows$
declare
    v_left _due_row[] := '{}'::_due_row[];
    v_row _due_row;
begin
    foreach v_row in array p_rows loop
        if _settle_candidate(
            v_row.partition_key, v_row.execution_id, p_now, v_row.lease_expires_at
        ) then
            -- it may have been noted that it has limits
            v_row.row_id := (
                select e.ctid
                from ff_exec_core as e
                where
                    e.execution_id = v_row.execution_id and e.partition_key = v_row.partition_key
            );
            v_left := v_left || v_row;
        end if;
    end loop;
    return v_left;
end;
$_settle_rows$;

comment on function _settle_rows is
'Deals with locked rows of a batch that are not simply waiting; answers those that the claim may take.';
