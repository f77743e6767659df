create or replace function _has_contents(p_execution ff_exec_core, p_kept_tags text[])
returns boolean
language plpgsql
stable
as $_has_contents$
begin
    return p_execution.tags <> _kept_tags(p_execution.tags, p_kept_tags)
        or exists (
            select from ff_stream_frame as f where f.execution_id = p_execution.execution_id
        )
        or exists (
            select from ff_job_error as j where j.execution_id = p_execution.execution_id
        )
        or exists (
            select
            from ff_step as s
            where s.execution_id = p_execution.execution_id and s.kind <> 'child'
        )
        or exists (select from _mail_of(p_execution.execution_id, 1) as m)
        or exists (
            select
            from ff_signal as s
            where
                s.execution_id = p_execution.execution_id
                and (
                    num_nonnulls(s.input, s.payload, s.correlation_id) > 0
                    or not _is_erased_key(s.idempotency_key)
                )
        );
end;
$_has_contents$;

comment on function _has_contents is
'Is there something left to erase of an execution that was erased: what one call had no time for, or a tag that was set since?';
