create or replace function _delete_executions(p_keys uuid[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_delete_executions$
declare
    v_flow_ids uuid[];
begin
    perform _leave_limits(p_keys);
    delete from ff_stream_frame as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_stream as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    -- skips a doorbell that another session is removing
    delete from ff_stream_bell as t
    where t.ctid = any (array(
        select o.ctid
        from unnest(p_keys) as k (execution_id)
        inner join ff_stream_bell as o
            on o.execution_id = k.execution_id
        for update of o skip locked
    ));
    delete from ff_signal as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_waitpoint as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_suspension as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_step as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_mailbox as t
    where t.ctid = any (array(
        select o.row_id
        from unnest(p_keys) as k (execution_id)
        cross join lateral _mail_of(k.execution_id) as o
    ));
    delete from ff_cancel_request as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_meeting as t using unnest(p_keys) as k (execution_id)
    where t.parent_id = k.execution_id;
    delete from ff_claim_grant as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    perform _unindex_tags(e.execution_id, e.tags)
    from unnest(p_keys) as k (execution_id)
    inner join ff_exec_core as e on e.execution_id = k.execution_id
    where e.tags <> '{}';
    delete from ff_unsuccessful as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_attempt as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    -- skips an old error that a tick is removing
    delete from ff_job_error as t
    where t.ctid = any (array(
        select o.ctid
        from unnest(p_keys) as k (execution_id)
        inner join ff_job_error as o
            on o.execution_id = k.execution_id
        for update of o skip locked
    ));
    delete from ff_operator_event as t using unnest(p_keys) as k (execution_id)
    where t.execution_id = k.execution_id;
    delete from ff_idempotency as t using unnest(p_keys) as k (execution_id), ff_exec_core as e
    where
        e.execution_id = k.execution_id
        and t.namespace = e.namespace
        and t.key_digest = _key_digest('idempotency:' || e.namespace, e.idempotency_key)
        and t.execution_id = e.execution_id;

    -- only its incoming edges: a downstream has stored the outcome
    delete from ff_edge_input as t using unnest(p_keys) as k (execution_id)
    where t.downstream_id = k.execution_id;
    delete from ff_edge as t using unnest(p_keys) as k (execution_id)
    where t.downstream_id = k.execution_id;
    delete from ff_edge_group as t using unnest(p_keys) as k (execution_id)
    where t.downstream_id = k.execution_id;

    with gone as (
        delete from ff_exec_core as e using unnest(p_keys) as k (execution_id)
        where e.execution_id = k.execution_id
        returning e.flow_id, e.execution_id, e.route_id
    ),

    doubted as (
        insert into ff_route_doubt (route_id)
        select distinct g.route_id
        from gone as g
        inner join ff_route as r on r.route_id = g.route_id
        where
            r.merged_into is not null
            and not exists (
                select 1
                from ff_route_doubt as d
                where d.route_id = g.route_id and num_nonnulls(d.pass_id, d.removed_by) = 0
            )
    ),

    members as (
        delete from ff_flow_member as m using gone as g
        where
            m.flow_id = g.flow_id
            and m.execution_id = g.execution_id
        returning m.flow_id
    )

    select array_agg(distinct m.flow_id) into v_flow_ids from members as m;
    if v_flow_ids is not null then
        -- locked already
        with gone as (
            delete from ff_flow as f
            where
                f.flow_id = any (v_flow_ids)
                and not exists (select 1 from ff_flow_member as m where m.flow_id = f.flow_id)
            returning f.flow_id
        )

        delete from ff_operator_event as t using gone as g
        where t.flow_id = g.flow_id;
    end if;
end;
$_delete_executions$;

comment on function _delete_executions is
'Removes locked executions, whose flows, keys, joins and meeting rows are locked, too, with all their rows; the amounts that they spent of budgets stay spent; the last member of a flow takes the flow with it.';
