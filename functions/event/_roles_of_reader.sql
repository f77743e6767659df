create or replace function _roles_of_reader()
returns name[]
language plpgsql
stable
as $_roles_of_reader$
declare
    v_roles constant name[] := _roles_in_lanes();
begin
    return case
        when v_roles is not null
            and exists (select 1 from _lanes_closed_to(v_roles, 'read', 'operate'))
            then v_roles
    end;
end;
$_roles_of_reader$;

comment on function _roles_of_reader is
'The roles of the caller that decide which events it may read; null if it may read the events of all lanes.';
