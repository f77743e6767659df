create or replace function ff_read_summary(
    p_execution_id uuid,
    p_attempt_index integer default null
)
returns setof ff_stream_summary
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_summary$
declare
    v_execution ff_exec_core;
begin
    if p_attempt_index < 0 then
        perform _raise_invalid('p_attempt_index', 'must not be negative');
    end if;
    v_execution := _stream_execution(p_execution_id);
    return query
    select
        s.document,
        s.summary_version,
        'json_merge_patch',
        s.first_applied_at,
        s.last_applied_at
    from ff_stream as s
    where
        s.execution_id = v_execution.execution_id
        and s.attempt_index = coalesce(p_attempt_index, v_execution.attempt_index, 0)
        and s.summary_version > 0;
end;
$ff_read_summary$;

comment on function ff_read_summary is
$$The document that the `summary` frames of an attempt have built; no row before the first of them. The document is kept when frames are removed.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select document, version from flowfabric.ff_read_summary('0192f0a0-1111-7111-8111-123456789012');
```
$$;
