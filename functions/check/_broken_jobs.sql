create or replace function _broken_jobs(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_jobs$
    select
        'an execution that is due can be settled',
        j.execution_id,
        jsonb_build_object(
            'job', j.job,
            'error_code', j.error_code,
            'message', j.message,
            'occurred_at', j.occurred_at,
            'look_again_at', j.look_again_at
        )
    from (
        select distinct on (o.execution_id) o.*
        from (
            select n.*
            from ff_job_error as n
            where n.execution_id is not null
            order by n.error_id desc
            limit p_bound
        ) as o
        order by o.execution_id, o.error_id desc
    ) as j
    inner join ff_exec_core as e
        on e.execution_id = j.execution_id
    where
        e.terminal_at is null
        -- the execution has not changed since
        and (e.claimable_at = j.look_again_at or e.updated_at = j.occurred_at)
$_broken_jobs$;

comment on function _broken_jobs is
'Part of ff_check: executions that claims and ticks could not settle, with the error.';
