begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given attempts of 60 s, by policy and by the claim, that sleep for a day after 50 s; when they
-- go on; then
select flowfabric.ff_create_execution(
    'policy', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
);
select flowfabric.ff_create_execution('claim');
create temporary table held as
select
    l.lane_id,
    c.handle
from (values ('policy', null), ('claim', 60000)) as l (lane_id, timeout_ms)
cross join lateral flowfabric.ff_claim(
    l.lane_id, 'a', 'a-1', p_lease_ttl_ms => 600000, p_attempt_timeout_ms => l.timeout_ms
) as c;
do $given$
begin
    perform pg_temp.advance('50 s');
    perform flowfabric.ff_sleep(h.handle, 'nap', 86400000) from held as h;
    perform pg_temp.advance('1 day');
end;
$given$;
select is(
    (
        select c.lease_remaining_ms
        from flowfabric.ff_claim('policy', 'b', 'b-1', p_lease_ttl_ms => 600000) as c
    ),
    60000::bigint,
    'the attempt has the time of the policy'
);
select is(
    (
        select c.lease_remaining_ms
        from flowfabric.ff_claim(
            'claim', 'b', 'b-1', p_lease_ttl_ms => 600000, p_attempt_timeout_ms => 40000
        ) as c
    ),
    40000::bigint,
    'or of the claim'
);

-- given an execution with a deadline in an hour that sleeps for two; then
select execution_id
from flowfabric.ff_create_execution('deadline', p_deadline_ms => 3600000)
\gset
select (flowfabric.ff_sleep(c.handle, 'nap', 7200000)).outcome as slept
from flowfabric.ff_claim('deadline', 'a', 'a-1') as c
\gset
select is(
    pg_temp.shown(:'execution_id'), 'delayed waiting_for_delay in 3600000', 'the deadline stays'
);
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(pg_temp.claim('b', p_lane_id => 'deadline'), null, 'it is not claimed then');
select is(
    flowfabric.ff_read_execution_state(:'execution_id'), 'expired', 'it expires'
);
select * from finish();
rollback;
