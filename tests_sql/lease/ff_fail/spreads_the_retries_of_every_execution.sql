begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a hundred executions without a policy that fail at the same moment; then
do $given$
begin
    perform flowfabric.ff_create_execution('lane') from generate_series(1, 100);
end;
$given$;
create temporary table failed as
select (flowfabric.ff_fail(c.handle, 'broken')).retry_in_ms as delay_ms
from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 100) as c;

select ok(count(distinct f.delay_ms) > 50, 'their retries are spread') from failed as f;
select ok(
    (select min(f.delay_ms) < 300 and max(f.delay_ms) between 700 and 1000 from failed as f),
    'their retries are spread over the whole second'
);

select * from finish();
rollback;
