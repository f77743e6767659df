create or replace function _take_turn(p_job text, p_turns_a_second integer)
returns boolean
language plpgsql
as $_take_turn$
declare
    v_slots constant integer := 1000;
    v_setting constant text := 'flowfabric.turn_' || p_job;
    -- read once: a clock in the condition would be read for every slot there is
    v_slot constant integer
    := (floor(date_part('epoch', _now()) * p_turns_a_second)::bigint % v_slots)::integer;
begin
    -- Who has a turn keeps it until the transaction ends, and takes no second one: it would have
    -- them all one day. (ROLLBACK TO a savepoint takes back lock and setting alike; who sets it by
    -- hand does the job too often, and no harm.)
    if current_setting(v_setting, true) = 'taken' then
        return true;
    end if;
    perform 1
    from ff_turn as t
    where t.job = p_job and t.slot = v_slot
    for no key update skip locked;
    if not found then
        return false;
    end if;
    perform set_config(v_setting, 'taken', true);
    return true;
end;
$_take_turn$;

comment on function _take_turn is
'Whether the caller may do a job that one at a time should do; never waits. The turn of a transaction that stays open is over for the others at the next of so many moments a second.';
