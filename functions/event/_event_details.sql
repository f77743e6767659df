create or replace function _event_details(p_event ff_event_log)
returns jsonb
language plpgsql
stable
as $_event_details$
begin
    if p_event.outcome in ('failed', 'expired', 'skipped') then
        -- why: stored with the execution, and after a replay with the call of the operator
        return (
            select nullif(
                jsonb_strip_nulls(
                    jsonb_build_object('reason', f.failure_reason, 'category', f.failure_category)
                ),
                '{}'
            )
            from (
                select e.failure_reason, e.failure_category
                from ff_exec_core as e
                where
                    e.execution_id = p_event.execution_id
                    and e.terminal_at = p_event.occurred_at
                union all
                select
                    o.details #>> '{ended,failure_reason}',
                    o.details #>> '{ended,failure_category}'
                from ff_operator_event as o
                where
                    o.execution_id = p_event.execution_id
                    and o.kind = 'replayed'
                    and (o.details #>> '{ended,terminal_at}')::timestamptz = p_event.occurred_at
            ) as f
            limit 1
        );
    end if;
    return coalesce(
        p_event.details,
        (select o.details from ff_operator_event as o where o.event_id = p_event.event_id)
    );
end;
$_event_details$;

comment on function _event_details is
'The details of an event about at most one execution, for a reader. Texts of users are not in the event: they are read from the execution or the call of the operator, and are gone with them.';
