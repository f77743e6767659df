create or replace function _are_lanes_closed()
returns boolean
language plpgsql
stable
as $_are_lanes_closed$
begin
    return exists (
        select 1 from ff_meta as m where m.key = 'default_access' and m.value = 'closed'
    );
end;
$_are_lanes_closed$;

comment on function _are_lanes_closed is 'Is a lane without grants closed to all but operators?';
