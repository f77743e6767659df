create or replace function _roles_in_lanes()
returns name[]
language plpgsql
stable
as $_roles_in_lanes$
declare
    v_roles name[];
begin
    -- a standby cannot lock the sequence of the switch
    if (case when not pg_is_in_recovery() then _is_off('ff_work_switch') end) then
        return null;
    elsif not exists (select 1 from ff_lane as l where l.is_restricted) then
        return null;
    end if;
    v_roles := _acting_roles();
    return case when not _acts_as_owner(v_roles) then v_roles end;
end;
$_roles_in_lanes$;

comment on function _roles_in_lanes is
'The roles whose grants decide what the caller may do in restricted lanes; null if no lane is closed to it: no lane is restricted, or it acts as the owner.';
