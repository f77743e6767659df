create or replace function _recount_steps(p_execution_id uuid)
returns void
language plpgsql
as $_recount_steps$
begin
    update ff_step as s
    set step_count = t.step_count, byte_count = t.byte_count
    from (
        select
            count(*)::integer as step_count,
            sum(_step_bytes(o))::bigint as byte_count,
            max(o.place) as place
        from ff_step as o
        where o.execution_id = p_execution_id
    ) as t
    where s.execution_id = p_execution_id and s.place = t.place;
end;
$_recount_steps$;

comment on function _recount_steps is
'Gives the newest step of a locked execution the totals of those that are left, after some were removed.';
