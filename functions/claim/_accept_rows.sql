create or replace function _accept_rows(
    p_rows _due_row[],
    p_now timestamptz,
    p_settled uuid[],
    p_accepted uuid[]
)
returns _due_row[]
language plpgsql
as $_accept_rows$
declare
    v_rows _due_row[] := '{}'::_due_row[];
    v_accepted uuid[] := p_accepted;
    v_count integer := 0;
begin
    for v_item in 1..cardinality(p_rows) loop
        if (p_rows[v_item]).execution_id <> all (p_settled)
            and _may_be_leased(p_rows[v_item], p_now, v_accepted)
        then
            v_count := v_count + 1;
            v_rows[v_count] := p_rows[v_item];
            v_accepted[cardinality(p_accepted) + v_count] := (p_rows[v_item]).execution_id;
        end if;
    end loop;
    return v_rows;
end;
$_accept_rows$;

comment on function _accept_rows is
'Takes what rows of a batch need to be leased, one after the other, except for those that were settled. Returns those that the claim leases.';
