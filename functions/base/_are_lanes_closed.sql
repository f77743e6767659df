create or replace function _are_lanes_closed()
returns boolean
language plpgsql
stable
as $_are_lanes_closed$
begin
    -- no value before the first use: an installation without the setting reads no table
    if pg_sequence_last_value('ff_closed_lanes_flag'::regclass) is null then
        return false;
    end if;
    return exists (
        select 1 from ff_meta as m where m.key = 'default_access' and m.value = 'closed'
    );
end;
$_are_lanes_closed$;

comment on function _are_lanes_closed is 'Is a lane without grants closed to all but operators?';
