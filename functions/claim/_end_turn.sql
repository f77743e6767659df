create or replace function _end_turn(p_route_id integer, p_turn _fair_turn, p_now timestamptz)
returns void
language plpgsql
as $_end_turn$
declare
    -- taken rows are locked, but not changed yet
    v_is_dry constant boolean := not exists (
        select 1
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.fairness_key = p_turn.fairness_key
            and e.claimable_at > p_turn.last_at
            and e.claimable_at <= p_now
    );
    v_turn_id bigint;
begin
    insert into ff_fair_turn (route_id, fairness_key, is_left, entered_by, from_at)
    values (
        p_route_id,
        p_turn.fairness_key,
        v_is_dry,
        p_turn.entered_by,
        -- dead entries of claimed work lie in front; work that came back is found now and then
        case when random() < 1.0 / 16 then '-infinity' else p_turn.last_at end
    )
    returning turn_id into v_turn_id;
    if current_setting('transaction_isolation') = 'read committed' then
        perform _remove_turns(p_route_id, p_turn.fairness_key, v_turn_id);
    else
        begin
            perform _remove_turns(p_route_id, p_turn.fairness_key, v_turn_id);
        exception
            -- another claim has removed one since the snapshot, and a later claim removes the rest
            when serialization_failure then
                null;
        end;
    end if;
end;
$_end_turn$;

comment on function _end_turn is
'Puts a key that was looked at behind the others, or lets it leave if nothing of it is due after what was taken.';
