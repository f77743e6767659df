create or replace function _trim_executions(
    p_job text,
    p_older_than_ms bigint,
    p_limit integer,
    p_most integer,
    p_hidden text[] default '{}'
)
returns ff_trimmed_executions
language plpgsql
as $_trim_executions$
declare
    v_begin constant _execution_key := (
        -1::smallint, '00000000-0000-0000-0000-000000000000'::uuid
    );
    v_end constant _execution_key := (
        32767::smallint, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
    );
    v_from _execution_key;
    v_to _execution_key;
    v_keys _execution_key[];
    v_has_more boolean;
begin
    select l.partition_key, l.execution_id
    into v_from.partition_key, v_from.execution_id
    from ff_retention_log as l
    where l.job = p_job
    order by l.retention_id desc
    limit 1;
    if v_from.execution_id is null then
        v_from := v_begin;
    end if;

    v_to := _nth_execution(v_from, p_most);
    v_has_more := v_to.execution_id is not null;
    v_keys := _lock_past_retention(
        v_from, case when v_has_more then v_to else v_end end, p_older_than_ms, p_limit,
        p_hidden
    );
    if cardinality(v_keys) >= p_limit then
        v_has_more := true;
        v_to := v_keys[cardinality(v_keys)];
    elsif not v_has_more then
        -- The end of a round. What this one did not begin with it does now, as far as it may.
        v_to := v_begin;
        if v_from.partition_key >= 0 then
            v_to := _nth_execution(v_begin, p_most);
            if v_to.execution_id is null
                or (v_to.execution_id, v_to.partition_key)
                >= (v_from.execution_id, v_from.partition_key)
            then
                v_to := v_from;
            end if;
            v_keys := v_keys || _lock_past_retention(
                v_begin, v_to, p_older_than_ms, p_limit - cardinality(v_keys),
                p_hidden
            );
        end if;
    end if;
    perform _delete_executions(v_keys);
    insert into ff_retention_log (job, execution_id, partition_key)
    values (p_job, v_to.execution_id, v_to.partition_key);
    return (
        cardinality(v_keys), v_has_more or cardinality(v_keys) >= p_limit
    )::ff_trimmed_executions;
end;
$_trim_executions$;

comment on function _trim_executions is
'Removes executions that need not be kept any longer: goes on where the last call of the job stopped, and looks at a bounded number.';
