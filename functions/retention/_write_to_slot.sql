create or replace function _write_to_slot(p_slot integer, p_patience text)
returns boolean
language plpgsql
as $_write_to_slot$
declare
    v_before constant text := current_setting('lock_timeout');
begin
    -- Waits until all open writers have ended, and keeps others from beginning meanwhile, but not
    -- for long. So every event that is written later has a higher id.
    perform set_config('lock_timeout', p_patience, true);
    case p_slot
        when 0 then
            create or replace view ff_event as
            select e.* from ff_event_0 as e;
        when 1 then
            create or replace view ff_event as
            select e.* from ff_event_1 as e;
        when 2 then
            create or replace view ff_event as
            select e.* from ff_event_2 as e;
        when 3 then
            create or replace view ff_event as
            select e.* from ff_event_3 as e;
        when 4 then
            create or replace view ff_event as
            select e.* from ff_event_4 as e;
        when 5 then
            create or replace view ff_event as
            select e.* from ff_event_5 as e;
        when 6 then
            create or replace view ff_event as
            select e.* from ff_event_6 as e;
        when 7 then
            create or replace view ff_event as
            select e.* from ff_event_7 as e;
    end case;
    perform set_config('lock_timeout', v_before, true);
    return true;
exception
    when lock_not_available then
        -- rolling back the block also resets the setting
        return false;
end;
$_write_to_slot$;

comment on function _write_to_slot is
'Makes writers use another event table from now on; false when a transaction has been writing for too long.';
