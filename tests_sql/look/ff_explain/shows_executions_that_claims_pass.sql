-- tests_sql/look/ff_explain/shows_executions_that_claims_pass.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
-- given the claim head of its route is above an execution; then
select pg_temp.submit() as id \gset
insert into flowfabric.ff_head (route_id, era, head_at)
select r.route_id, s.last_value, pg_temp.clock() + interval '1 us'
from flowfabric.ff_route as r
cross join flowfabric.ff_clock_era as s
where r.lane_id = 'lane';
select is(pg_temp.gate(:'id', 'route'), 'closed passed_over', 'the gate says that claims pass it');
select is_empty($$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$, 'a claim passes it');
delete from flowfabric.ff_head;
update flowfabric.ff_route
set merged_into = 0, merged_by = '3', merged_at = pg_temp.clock(), readers = '{}', retired_at = pg_temp.clock()
where lane_id = 'lane';
select is(
    pg_temp.gate(:'id', 'route'), 'closed in_a_merged_route',
    'claims pass executions in closed routes, too'
);
select is_empty($$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$, 'indeed');
select * from finish();
rollback;
