create or replace function _drop_reservations(p_execution_id uuid)
returns void
language plpgsql
as $_drop_reservations$
declare
    r_dropped record;
begin
    for r_dropped in
        with own as (
            select r.budget_id, r.dimension
            from ff_budget_reservation as r
            where r.execution_id = p_execution_id
            for update skip locked
        ),

        dropped as (
            delete from ff_budget_reservation as r
            using own as o
            where
                r.budget_id = o.budget_id
                and r.execution_id = p_execution_id
                and r.dimension = o.dimension
            returning r.budget_id
        )

        select distinct d.budget_id from dropped as d order by d.budget_id
    loop
        perform _wake_waiting(r_dropped.budget_id, _budget_limit_key(), 'budget', 100);
    end loop;
end;
$_drop_reservations$;

comment on function _drop_reservations is
'Gives back what the attempt of a locked execution had set aside.';
