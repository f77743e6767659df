-- Calls and commits have no time for the work of others: they do the least that they may, and leave
-- the rest to todos.
\set QUIET on
create or replace function flowfabric._ride_along_time()
returns interval
language sql
immutable
as $_ride_along_time$
    select interval '0'
$_ride_along_time$;

create or replace function flowfabric._has_time(p_stop_at timestamptz, p_count integer)
returns boolean
language sql
as $_has_time$
    select flowfabric._now() < p_stop_at
$_has_time$;
