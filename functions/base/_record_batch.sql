create or replace function _record_batch(
    p_kind ff_event_kind,
    p_row_ids tid[],
    p_now timestamptz,
    p_outcome ff_terminal_outcome default 'none',
    p_lease_ids uuid[] default null,
    p_worker_id text default null,
    p_worker_instance_id text default null
)
returns void
language plpgsql
-- hardly ever more than one group: to sort the rows would cost more
set enable_sort = off
as $_record_batch$
begin
    insert into ff_event (
        kind, outcome, occurred_at, route_id, worker_id, worker_instance_id,
        execution_id, lease_id, lease_epoch, flow_id, namespace, batch
    )
    select
        b.kind, p_outcome, p_now, b.route_id, b.worker_id, b.worker_instance_id,
        -- one execution has plain columns
        case when b.is_one then b.execution_ids[1] end,
        case when b.is_one then b.lease_ids[1] end,
        case when b.is_one then b.lease_epochs[1] end,
        case when b.is_one then b.flow_ids[1] end,
        case when b.is_one then b.namespaces[1] end,
        case
            when not b.is_one
                then row(
                    b.execution_ids, b.lease_ids, b.lease_epochs, b.route_ids,
                    b.flow_ids, b.namespaces
                )::_event_batch
        end
    from (
        select
            i.kind,
            case when min(i.route_id) = max(i.route_id) then min(i.route_id) end as route_id,
            case when min(i.route_id) <> max(i.route_id) then array_agg(i.route_id) end
                as route_ids,
            i.worker_id,
            i.worker_instance_id,
            count(*) = 1 as is_one,
            array_agg(i.execution_id) as execution_ids,
            array_agg(i.lease_id) as lease_ids,
            array_agg(i.lease_epoch) as lease_epochs,
            case when bool_or(i.flow_id is not null) then array_agg(i.flow_id) end as flow_ids,
            case when bool_or(i.namespace <> 'default') then array_agg(i.namespace) end
                as namespaces
        from (
            select
                case
                    when p_kind = 'acquired' and _is_active(e.state) then 'reclaimed' else p_kind
                end as kind,
                coalesce(p_worker_id, e.worker_id) as worker_id,
                coalesce(p_worker_instance_id, e.worker_instance_id) as worker_instance_id,
                e.execution_id,
                coalesce(n.lease_id, e.lease_id) as lease_id,
                e.lease_epoch + (n.lease_id is not null)::integer as lease_epoch,
                e.flow_id,
                e.namespace,
                e.route_id
            from unnest(p_row_ids, p_lease_ids) with ordinality as n (row_id, lease_id, item)
            inner join ff_exec_core as e on e.ctid = n.row_id
            -- in the order of the batch, whatever the plan of the join
            order by n.item
        ) as i
        group by i.kind, i.worker_id, i.worker_instance_id
    ) as b;
end;
$_record_batch$;

comment on function _record_batch is
'Writes one event about the executions of a batch, for each worker, to the outbox. p_lease_ids: the rows are locked and about to get these leases, of this worker; a takeover is a kind of its own then. Else the rows are as the call has left them.';
