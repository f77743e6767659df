create or replace function _wake_for_todos(p_todos ff_limit_todo[], p_limit integer)
returns integer
language plpgsql
as $_wake_for_todos$
declare
    v_count integer := 0;
    r_todo record;
begin
    for r_todo in
        select
            d.limit_id,
            d.limit_key,
            d.limit_kind,
            least(sum(d.wake_count), 1000)::integer as wake_count
        from unnest(p_todos) as d
        where d.kind = 'wake' and d.after_since is null
        group by d.limit_id, d.limit_key, d.limit_kind
        order by d.limit_id, d.limit_key collate "C", d.limit_kind
    loop
        if not _free_dead_slots(r_todo.limit_id, r_todo.limit_key) then
            insert into ff_limit_todo (limit_id, limit_key, limit_kind, wake_count)
            values (r_todo.limit_id, r_todo.limit_key, r_todo.limit_kind, 1);
        end if;
        v_count := v_count + _wake_waiting(
            r_todo.limit_id, r_todo.limit_key, r_todo.limit_kind,
            case when r_todo.limit_kind = 'rate' then p_limit else r_todo.wake_count end, true
        );
    end loop;
    -- behind the first place that a row left the whole line moves up
    for r_todo in
        select distinct on (d.limit_id, d.limit_key)
            d.limit_id, d.limit_key, d.after_priority, d.after_since
        from unnest(p_todos) as d
        where d.kind = 'wake' and d.after_since is not null
        order by d.limit_id, d.limit_key, d.after_priority desc, d.after_since
    loop
        v_count := v_count + _wake_waiting(
            r_todo.limit_id, r_todo.limit_key, 'rate', p_limit, true,
            r_todo.after_priority, r_todo.after_since
        );
    end loop;
    return v_count;
end;
$_wake_for_todos$;

comment on function _wake_for_todos is
'Wakes the executions that wait for limits of which todos say that capacity came free. Returns how many.';
