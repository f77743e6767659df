create or replace function _check_step_place(
    p_execution_id uuid,
    p_place integer,
    p_now timestamptz
)
returns void
language plpgsql
as $_check_step_place$
begin
    if current_setting('transaction_isolation') = 'read committed' then
        return;
    end if;
    insert into ff_step (
        execution_id, step_key, kind, place, attempt_index, step_count, byte_count, saved_at
    )
    values (p_execution_id, '', 'value', p_place, 0, 0, 0, p_now)
    on conflict do nothing;
    delete from ff_step as s where s.execution_id = p_execution_id and s.step_key = '';
end;
$_check_step_place$;

comment on function _check_step_place is
'Conflicts, so that PostgreSQL raises 40001, if a step that the older snapshot of the caller does not show has a place of a locked execution.';
