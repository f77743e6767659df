create or replace function _broken_keys()
returns table (invariant text, partition_key smallint, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_keys$
    select
        'an idempotency key leads to an execution',
        i.partition_key,
        i.execution_id,
        jsonb_build_object('namespace', i.namespace, 'idempotency_key', i.idempotency_key)
    from ff_idempotency as i
    left join ff_exec_core as e
        on e.execution_id = i.execution_id and e.partition_key = i.partition_key
    where e.execution_id is null
$_broken_keys$;

comment on function _broken_keys is
'Part of ff_check: idempotency keys of executions that are not there.';
