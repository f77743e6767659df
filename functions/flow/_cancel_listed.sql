create or replace function _cancel_listed(
    p_execution_ids uuid[],
    p_reasons text[],
    p_limit integer,
    p_stop_at timestamptz,
    inout p_count integer,
    out p_cut_at uuid
)
returns record
language plpgsql
as $_cancel_listed$
declare
    r_listed record;
begin
    for r_listed in
        select e as execution, k.reason
        from unnest(p_execution_ids, p_reasons) as k (execution_id, reason)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        left join ff_flow as f on f.flow_id = e.flow_id
        where
            e.terminal_at is null
            -- checked again on the locked row: it may have been claimed since it was found
            and _ends_with_flow(f.cancellation_policy, e.state)
        order by e.execution_id
        for no key update of e skip locked
    loop
        p_count := p_count + 1;
        perform _cancel_locked(
            r_listed.execution, _now(), r_listed.reason, 'flow_cascade', p_is_cascade => true
        );
        if p_count >= p_limit or not _has_time(p_stop_at, p_count) then
            p_cut_at := (r_listed.execution).execution_id;
            return;
        end if;
    end loop;
end;
$_cancel_listed$;

comment on function _cancel_listed is
'Cancels those of the executions that may end with their flow and that no other session holds, in the order of their ids, until p_count has reached the limit or the time has passed: p_cut_at is the last one then.';
