create or replace function _todo_due_at(p_now timestamptz, p_try_count integer)
returns timestamptz
language sql
immutable
as $_todo_due_at$
    -- at once; then after 20, 40, ... 640 ms, then every second
    select case
        when p_try_count = 0 then p_now
        else p_now + least(10 * 2 ^ least(p_try_count, 8), 1000) * interval '1 millisecond'
    end
$_todo_due_at$;

comment on function _todo_due_at is 'When to try a todo again after another session has held its row p_try_count times.';
