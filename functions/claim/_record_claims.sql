create or replace function _record_claims(
    p_rows _due_row[],
    p_lease_ids uuid[],
    p_now timestamptz,
    p_worker_id text,
    p_worker_instance_id text
)
returns void
language plpgsql
as $_record_claims$
begin
    lock table ff_gate_e in row share mode;
    if cardinality(p_rows) = 1 then
        insert into ff_event (
            kind, occurred_at, execution_id, lease_id, lease_epoch,
            flow_id, namespace, tags, worker_id, worker_instance_id
        )
        select
            case when r.is_takeover then 'reclaimed' else 'acquired' end::ff_event_kind,
            p_now,
            r.execution_id,
            r.lease_id,
            r.lease_epoch,
            r.flow_id,
            nullif(r.namespace, 'default'),
            nullif(r.tags, '{}'),
            p_worker_id,
            p_worker_instance_id
        from unnest(p_rows, p_lease_ids) as r (
            row_id, execution_id, lease_epoch, flow_id, namespace, tags,
            is_resume, is_takeover, attempt_deadline_at, lease_expires_at, lease_id
        );
        return;
    end if;
    insert into ff_event (
        kind, occurred_at, execution_ids, lease_ids, lease_epochs,
        flow_ids, namespaces, tag_sets, worker_id, worker_instance_id
    )
    select
        case when r.is_takeover then 'reclaimed' else 'acquired' end::ff_event_kind,
        p_now,
        array_agg(r.execution_id),
        array_agg(r.lease_id),
        array_agg(r.lease_epoch),
        case when bool_or(r.flow_id is not null) then array_agg(r.flow_id) end,
        case when bool_or(r.namespace <> 'default') then array_agg(r.namespace) end,
        case when bool_or(r.tags <> '{}') then array_agg(r.tags) end,
        p_worker_id,
        p_worker_instance_id
    from unnest(p_rows, p_lease_ids) as r (
        row_id, execution_id, lease_epoch, flow_id, namespace, tags,
        is_resume, is_takeover, attempt_deadline_at, lease_expires_at, lease_id
    )
    group by r.is_takeover;
end;
$_record_claims$;

comment on function _record_claims is
'Writes the event of a claim: one for all executions that were taken, but takeovers are a kind of their own.';
