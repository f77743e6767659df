-- tests_sql/claim/ff_hang_doorbell/may_be_turned_off.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given a worker that sleeps, and a session that has turned notifications off; when it submits
do $given$
begin
    perform flowfabric.ff_hang_doorbell('sleeper-1', array['emails']);
    perform set_config('flowfabric.doorbell', 'off', true);
    perform flowfabric.ff_create_execution('emails', '1');
end;
$given$;
-- then
select is_empty('select * from flowfabric.ff_ring_request', 'no ring is requested');
select * from finish();
rollback;
