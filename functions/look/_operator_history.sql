create or replace function _operator_history(p_execution_id uuid)
returns setof _history_entry
language sql
stable
as $_operator_history$
    select
        v.occurred_at,
        case when v.kind = 'completed' then 'cancelled' else v.kind::text end,
        null::integer,
        v.lease_epoch,
        v.worker_id,
        v.worker_instance_id,
        v.details - 'ended',
        30
    from ff_operator_event as v
    where
        v.execution_id = p_execution_id
        -- the end of the suspension, and the request, show these
        and v.kind not in ('resumed', 'cancel_requested')
    union all
    -- the ends before the last one
    select
        (v.details #>> '{ended,terminal_at}')::timestamptz,
        'ended',
        (v.details #>> '{ended,attempt_index}')::integer,
        v.lease_epoch, null, null,
        (v.details -> 'ended') - '{terminal_at,attempt_index,failure_category}'::text[],
        40
    from ff_operator_event as v
    where
        v.execution_id = p_execution_id
        and v.kind = 'replayed'
        and v.details ? 'ended'
$_operator_history$;

comment on function _operator_history is
'The entries of ff_history that come from the events of operators: their calls, and the ends that they undid.';
