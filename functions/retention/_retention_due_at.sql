create or replace function _retention_due_at(p_now timestamptz)
returns timestamptz
language plpgsql
stable
as $_retention_due_at$
declare
    v_begin constant uuid := uuid '00000000-0000-0000-0000-000000000000';
    v_last ff_retention_log;
begin
    select l.*
    into v_last
    from ff_retention_log as l
    where l.job = 'tick'
    order by l.retention_id desc
    limit 1;
    return case
        when v_last.retention_id is null then p_now
        -- a round is under way, or executions have ended since it began
        when v_last.execution_id <> v_begin
            or v_last.began_at_event <> (select s.last_value from ff_event_event_id_seq as s)
            then p_now
        -- A pass through all executions decides about routes. A route that was removed is forgotten
        -- when all are gone that could still write for it.
        when exists (
            select 1
            from ff_route_doubt as d
            where
                d.removed_by is null
                or d.removed_by < pg_snapshot_xmin(pg_current_snapshot())
                or _is_of_other_server(d.removed_by)
        )
            then p_now
        else v_last.next_at
    end;
end;
$_retention_due_at$;

comment on function _retention_due_at is
'The moment at which the next execution may be past its retention: now while a round of the search is under way, or routes wait for one.';
