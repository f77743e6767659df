begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- A handle cannot hold a null, and names no attempt; the typed calls could be given fences with a
-- null in any part. Given a lease, and a fence for it with one part null; when the steps below the
-- calls compare it; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
create temporary table held as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
create temporary table fence as
select
    p.part,
    row(
        '00000000-0000-7000-8000-000000000001',
        case when p.part <> 'attempt_index' then h.attempt_index end,
        case when p.part <> 'lease_epoch' then h.lease_epoch end,
        case when p.part <> 'lease_id' then h.lease_id end,
        case when p.part <> 'attempt_id' then h.attempt_id end,
        30000
    )::flowfabric._fence as fence
from held as h
cross join (
    values ('attempt_index'), ('lease_epoch'), ('lease_id'), ('attempt_id')
) as p (part);
select pg_temp.stored() as before
\gset
set local search_path = flowfabric, public, pg_temp;

select
    is(
        pg_temp.refusal(format('select %s', format(s.step, format('%L::_fence', f.fence)))),
        'ZF102 stale_lease',
        s.description || ' without ' || f.part
    )
from (
    values
    ('_renew_lease(%s, 30000)', 'a renewal'),
    ('_complete_execution(%s, null, null)', 'a completion'),
    ($$_fail_execution(%s, 'broken', 'transient', null, true)$$, 'a failure')
) as s (step, description)
cross join fence as f
order by s.step, f.part;
select
    is(
        (select c.outcome from _complete_batch(array[f.fence], null, null) as c),
        'stale_lease',
        'a batch without ' || f.part
    )
from fence as f
-- a batch has only handles
where f.part in ('lease_epoch', 'lease_id')
order by f.part;
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
