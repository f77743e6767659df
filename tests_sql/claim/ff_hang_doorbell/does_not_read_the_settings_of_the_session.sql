-- tests_sql/claim/ff_hang_doorbell/does_not_read_the_settings_of_the_session.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- given a worker that sleeps, and a session that has submitted to its lane
do $given$
begin
    perform flowfabric.ff_hang_doorbell('sleeper-1', array['emails']);
    set local datestyle to 'SQL, DMY';
    set local timezone to 'Asia/Calcutta';
    perform flowfabric.ff_create_execution('emails', '1');
end;
$given$;
select is((select count(*) from flowfabric.ff_ring_request), 1::bigint, 'one ring is requested');
-- when it has set another DateStyle before it submits again; then
set local datestyle to 'ISO, MDY';
select is(
    pg_temp.refusal($$select flowfabric.ff_create_execution('emails', '2')$$),
    'nothing',
    'the submission succeeds'
);
select flowfabric.ff_create_execution('emails', '2') is null as submitted
\gset
select is(
    (select count(*) from flowfabric.ff_ring_request), 1::bigint,
    'no second ring is requested'
);
-- when it has written something else into the setting; then
select
    is(
        pg_temp.refusal(format(
            $$select set_config('flowfabric.rung_for', %L, true),
                flowfabric.ff_create_execution('emails', '3')$$,
            v.value
        )),
        'nothing',
        format('it may submit after rung_for = "%s"', left(v.value, 20))
    )
from (values ('soon'), (repeat('9', 400000)), ('')) as v (value);
select * from finish();
rollback;
