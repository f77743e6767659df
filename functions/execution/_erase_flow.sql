create or replace function _erase_flow(p_flow_id uuid)
returns void
language plpgsql
as $_erase_flow$
begin
    -- the last member first: many are erased in the order of their ids
    if not (
        select _is_erased(e.tags)
        from ff_flow_member as m
        inner join ff_exec_core as e on e.execution_id = m.execution_id
        where m.flow_id = p_flow_id
        order by m.execution_id desc
        limit 1
    )
        or exists (
            select
            from ff_flow_member as m
            inner join ff_exec_core as e on e.execution_id = m.execution_id
            where m.flow_id = p_flow_id and not _is_erased(e.tags)
        )
    then
        return;
    end if;
    update ff_flow as f
    set
        tags = '{}',
        cancel_reason = case when f.cancel_reason is not null then 'erased' end
    where f.flow_id = p_flow_id;
    update ff_operator_event as r
    set details = _erased_details(r.details)
    where r.flow_id = p_flow_id;
end;
$_erase_flow$;

comment on function _erase_flow is
'Erases the tags of a locked flow, and the reasons of calls on it, once all of its members were erased.';
