create or replace function _finished_children(p_step ff_step)
returns text[]
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $_finished_children$
begin
    -- a child that retention has removed was over; one that will be replayed with its parent is not
    if p_step.awaited_keys is not null then
        return array(
            select c.step_key
            from unnest(p_step.awaited_keys) as k (step_key)
            inner join ff_step as c
                on c.execution_id = p_step.execution_id and c.step_key = k.step_key
            where
                c.kind = 'child'
                and coalesce(
                    (
                        select e.terminal_at is not null and _is_to_be_replayed(e) is not true
                        from ff_exec_core as e
                        where e.execution_id = c.child_execution_id
                    ),
                    true
                )
            order by c.place
        );
    end if;
    return array(
        select c.step_key
        from ff_step as c
        where
            c.execution_id = p_step.execution_id
            and c.kind = 'child'
            and c.place < coalesce(p_step.begun_place, p_step.place)
            and coalesce(
                (
                    select e.terminal_at is not null and _is_to_be_replayed(e) is not true
                    from ff_exec_core as e
                    where e.execution_id = c.child_execution_id
                ),
                true
            )
        order by c.place
    );
end;
$_finished_children$;

comment on function _finished_children is
'The finished children among those that a wait is for, by their steps, in the order in which they were spawned.';
