create or replace function _is_put_off(p_execution_id uuid, p_now timestamptz)
returns boolean
language sql
stable
as $_is_put_off$
    select exists (
        select 1
        from ff_job_error as j
        where j.execution_id = p_execution_id and j.look_again_at > p_now
    )
$_is_put_off$;

comment on function _is_put_off is
'Has settling an execution failed less than a minute ago?';
