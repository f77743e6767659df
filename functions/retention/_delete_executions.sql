create or replace function _delete_executions(p_keys _execution_key[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_delete_executions$
declare
    v_flow_ids uuid[];
begin
    delete from ff_stream_frame as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_stream as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_stream_bell as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_signal as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_waitpoint as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_suspension as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_claim_grant as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_attempt as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_operator_record as t using unnest(p_keys) as k
    where t.execution_id = k.execution_id and t.partition_key = k.partition_key;
    delete from ff_idempotency as t using unnest(p_keys) as k, ff_exec_core as e
    where
        e.execution_id = k.execution_id
        and e.partition_key = k.partition_key
        and t.namespace = e.namespace
        and t.idempotency_key = e.idempotency_key
        and t.execution_id = e.execution_id;

    -- what was in front of it; what comes after it knows how it ended
    delete from ff_edge_input as t using unnest(p_keys) as k
    where t.downstream_id = k.execution_id and t.downstream_partition = k.partition_key;
    delete from ff_edge as t using unnest(p_keys) as k
    where t.downstream_id = k.execution_id and t.downstream_partition = k.partition_key;
    delete from ff_edge_group as t using unnest(p_keys) as k
    where t.downstream_id = k.execution_id and t.downstream_partition = k.partition_key;

    with gone as (
        delete from ff_exec_core as e using unnest(p_keys) as k
        where e.execution_id = k.execution_id and e.partition_key = k.partition_key
        returning e.flow_id, e.execution_id, e.partition_key
    ),

    members as (
        delete from ff_flow_member as m using gone as g
        where
            m.flow_id = g.flow_id
            and m.execution_id = g.execution_id
            and m.partition_key = g.partition_key
        returning m.flow_id
    )

    select array_agg(distinct m.flow_id) into v_flow_ids from members as m;
    if v_flow_ids is not null then
        delete from ff_flow as f
        where
            f.flow_id = any (v_flow_ids)
            and not exists (select 1 from ff_flow_member as m where m.flow_id = f.flow_id);
    end if;
end;
$_delete_executions$;

comment on function _delete_executions is
'Removes locked executions with all that belongs to them; a flow goes with the last of its members.';
