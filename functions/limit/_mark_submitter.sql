create or replace function _mark_submitter(p_lane_id text, p_submitter text)
returns void
language plpgsql
as $_mark_submitter$
begin
    if current_setting('transaction_isolation') = 'read committed' then
        return;
    end if;
    -- An older snapshot does not show what was submitted since, so it can be used once: PostgreSQL
    -- raises 40001 for a row that another such submission has changed since the snapshot.
    insert into ff_submitter_mark as m (lane_id, submitter, changed_by)
    values (p_lane_id, p_submitter, pg_current_xact_id())
    on conflict (lane_id, submitter) do update
    set changed_by = excluded.changed_by
    where m.changed_by <> excluded.changed_by;
end;
$_mark_submitter$;

comment on function _mark_submitter is
'Raises 40001 where the caller reads an older snapshot, and another transaction of the submitter that does so has submitted since; waits for one that is submitting.';
