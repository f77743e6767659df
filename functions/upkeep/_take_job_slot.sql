create or replace function _take_job_slot(p_job text, p_turns_a_second integer)
returns boolean
language plpgsql
as $_take_job_slot$
declare
    v_slots constant integer := 1000;
    v_setting constant text := 'flowfabric.turn_' || p_job;
    -- read once: a clock in the condition would be read for every slot
    v_slot constant integer
    := (floor(date_part('epoch', _now()) * p_turns_a_second)::bigint % v_slots)::integer;
begin
    -- A transaction keeps its slot until it ends and never takes a second one, or it would hold all
    -- of them in the end. (ROLLBACK TO a savepoint takes back the lock and the setting. Changing
    -- the setting by hand only repeats the job, which does no harm.)
    if current_setting(v_setting, true) = 'taken' then
        return true;
    end if;
    perform 1
    from ff_job_slot as t
    where t.job = p_job and t.slot = v_slot
    for no key update skip locked;
    if not found then
        return false;
    end if;
    perform set_config(v_setting, 'taken', true);
    return true;
end;
$_take_job_slot$;

comment on function _take_job_slot is
'Whether the caller may do a job that one session at a time should do; never waits. A transaction that stays open blocks only its own slot: other sessions use the next slot, a fraction of a second later.';
