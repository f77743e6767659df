create or replace function _lapse_place(p_job _job)
returns _place
language sql
immutable
as $_lapse_place$
    select case
        when (p_job.lapse_place).route_id is null then (p_job.from_route_id + 1, null, null)::_place
        else p_job.lapse_place
    end
$_lapse_place$;

comment on function _lapse_place is
'Where the look for lapsed leases goes on, or begins, in the routes of a tick.';
