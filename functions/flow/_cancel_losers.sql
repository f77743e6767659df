create or replace function _cancel_losers(
    p_joins _execution_key[],
    p_now timestamptz,
    p_limit integer,
    p_try_count integer
)
returns void
language plpgsql
as $_cancel_losers$
declare
    v_count integer := 0;
    r_loser record;
begin
    for r_loser in
        select e as execution, l.reason
        from _losers(p_joins) as l
        inner join ff_exec_core as e
            on e.execution_id = l.execution_id and e.partition_key = l.partition_key
        where e.terminal_at is null
        order by e.execution_id, e.partition_key
        limit p_limit
        for no key update of e skip locked
    loop
        v_count := v_count + 1;
        perform _cancel_locked(
            r_loser.execution, p_now, r_loser.reason, 'flow_cascade', p_is_cascade => true
        );
    end loop;
    if exists (select 1 from _losers(p_joins) as l) then
        perform _owe('settle', p_joins, case when v_count >= p_limit then 0 else p_try_count end);
    end if;
end;
$_cancel_losers$;

comment on function _cancel_losers is
'Cancels the upstreams that decided joins no longer need; those that somebody holds, and what is too many for one transaction, are left as debts.';
