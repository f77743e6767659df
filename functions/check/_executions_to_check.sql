create or replace function _executions_to_check(p_bound integer, p_after uuid)
returns setof ff_exec_core
language sql
stable
rows 1000
as $_executions_to_check$
    -- each by an index
    with key as materialized (
        (
            select e.execution_id
            from ff_exec_core as e
            where p_after is null
            order by e.execution_id desc
            limit p_bound
        )
        union
        (
            select e.execution_id
            from ff_exec_core as e
            where p_after is null and e.claimable_at is not null
            order by e.route_id, e.claimable_at
            limit p_bound
        )
        union
        (
            select e.execution_id
            from ff_exec_core as e
            where e.execution_id > p_after
            order by e.execution_id
            limit p_bound
        )
    )

    select e.*
    from key as k
    inner join ff_exec_core as e
        on e.execution_id = k.execution_id
$_executions_to_check$;

comment on function _executions_to_check is
'The next p_bound executions after an id, for ff_check_page; without an id those that ff_check looks at: the newest ones, and those that can be claimed at some time, at most p_bound of each.';
