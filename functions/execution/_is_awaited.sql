create or replace function _is_awaited(p_execution_id uuid)
returns boolean
language plpgsql
stable
as $_is_awaited$
begin
    return exists (
        select
        from ff_edge as d
        inner join ff_edge_group as g on g.downstream_id = d.downstream_id
        inner join ff_exec_core as e on e.execution_id = d.downstream_id
        where
            d.upstream_id = p_execution_id
            and (g.is_open or g.state = 'pending')
            and e.terminal_at is null
            and (
                -- it waits for the next end of the execution
                d.state not in ('satisfied', 'impossible')
                -- or for its result
                or d.data_passing_ref is not null
                or exists (
                    select
                    from ff_edge_input as n
                    where n.downstream_id = d.downstream_id and n.upstream_id = d.upstream_id
                )
            )
    );
end;
$_is_awaited$;

comment on function _is_awaited is
'Does a member of the same flow wait for a replay of an execution that has ended, or for its result?';
