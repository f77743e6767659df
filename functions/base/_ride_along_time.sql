create or replace function _ride_along_time()
returns interval
language sql
immutable
as $_ride_along_time$
    select interval '10 milliseconds'
$_ride_along_time$;

comment on function _ride_along_time is
'How long a call or a commit may do work that others have left, or that others may do as well.';
