create or replace function _drop_reservations(p_execution_ids uuid[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_drop_reservations$
declare
    r_dropped record;
begin
    for r_dropped in
        with dropped as (
            delete from ff_budget_reservation as r
            where r.ctid = any (array(
                select o.ctid
                from ff_budget_reservation as o
                where o.execution_id = any (p_execution_ids)
                for update skip locked
            ))
            returning r.budget_id
        )

        select distinct d.budget_id from dropped as d order by d.budget_id
    loop
        perform _wake_waiting(r_dropped.budget_id, _budget_limit_key(), 'budget', 100);
    end loop;
end;
$_drop_reservations$;

comment on function _drop_reservations is
'Gives back what the attempts of locked executions had set aside.';
