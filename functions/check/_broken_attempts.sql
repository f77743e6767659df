create or replace function _broken_attempts(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_attempts$
    select
        'the attempts of an execution are numbered without a gap',
        e.execution_id,
        jsonb_build_object('attempt_index', e.attempt_index, 'attempt_count', a.attempt_count)
    from _executions_to_check(p_bound, p_after) as e
    cross join lateral (
        select count(*) as attempt_count
        from ff_attempt_item as t
        where t.execution_id = e.execution_id
    ) as a
    where e.attempt_index is not null and a.attempt_count <> e.attempt_index + 1
    union all
    select
        'an attempt belongs to an execution',
        a.execution_id,
        jsonb_build_object('attempt_index', a.attempt_index)
    from (
        select o.*
        from ff_attempt as o
        where p_after is null
        order by o.execution_id desc, o.attempt_index desc
        limit p_bound
    ) as a
    left join ff_exec_core as e
        on e.execution_id = a.execution_id
    where
        e.execution_id is null
        or a.attempt_index > e.attempt_index
        or a.lease_epoch > e.lease_epoch
$_broken_attempts$;

comment on function _broken_attempts is
'Part of ff_check: attempts that are missing, too many, or without an execution.';
