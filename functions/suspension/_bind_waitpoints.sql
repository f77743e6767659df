create or replace function _bind_waitpoints(
    p_execution ff_exec_core,
    p_suspension ff_suspension,
    p_bindings jsonb,
    p_now timestamptz
)
returns void
language plpgsql
as $_bind_waitpoints$
declare
    v_keys constant text[] := _condition_keys(p_suspension.condition);
    v_bound text[] := '{}'::text[];
    v_key text;
    r_waitpoint record;
begin
    if p_bindings is null then
        -- all waitpoints that were created ahead under these names: all of their tokens count
        for r_waitpoint in
            select w.waitpoint_id
            from ff_waitpoint as w
            where
                w.execution_id = p_execution.execution_id
                and (w.attempt_index = p_execution.attempt_index or w.step_key is not null)
                -- not those of another step
                and coalesce(w.step_key = p_suspension.step_key, true)
                and w.state = 'pending'
                and w.waitpoint_key = any (v_keys)
                -- signals that were accepted in time count, however late the suspension comes
                and (coalesce(w.expires_at > p_now, true) or w.signal_count > 0)
        loop
            v_bound := v_bound || _bind_pending(
                p_execution, p_suspension, r_waitpoint.waitpoint_id, p_now, p_may_be_over => true
            );
        end loop;
    end if;
    for r_waitpoint in
        select b.binding ->> 'key' as waitpoint_key, (b.binding ->> 'waitpoint_id')::uuid as id
        from jsonb_array_elements(p_bindings) with ordinality as b (binding, place)
        order by b.place
    loop
        if r_waitpoint.id is null then
            v_key := (_new_waitpoint(
                p_execution, r_waitpoint.waitpoint_key, 'active', p_suspension.suspension_id,
                p_suspension.timeout_at, p_now,
                p_suspension.step_key, p_suspension.title, p_suspension.detail
            )).waitpoint_key;
        else
            v_key := _bind_pending(p_execution, p_suspension, r_waitpoint.id, p_now);
            if v_key <> all (v_keys) then
                perform _raise_invalid(
                    'p_waitpoints',
                    format('has waitpoint "%s", which the condition does not name', v_key)
                );
            end if;
        end if;
        v_bound := v_bound || v_key;
    end loop;
    foreach v_key in array v_keys loop
        continue when v_key = any (v_bound);
        if p_bindings is not null then
            perform _raise_invalid(
                'p_waitpoints', format('lacks a waitpoint "%s", which the condition names', v_key)
            );
        end if;
        perform _new_waitpoint(
            p_execution, v_key, 'active', p_suspension.suspension_id, p_suspension.timeout_at,
            p_now, p_suspension.step_key, p_suspension.title, p_suspension.detail
        );
    end loop;
end;
$_bind_waitpoints$;

comment on function _bind_waitpoints is
'Gives a suspension its waitpoints: those that the call names, those created ahead under the names of the condition, or new ones.';
