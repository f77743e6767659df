-- noqa: disable=AL05
-- tests_sql/claim/ff_claim/counts_fairness_keys_by_login_whatever_its_role.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/roles.sql
-- given a lane in which one submitter may have one waiting key
select flowfabric.ff_register_lane(
    'lane', p_options => '{"fair_sharing": true, "fair_keys_per_submitter": 1}'
) as fair \gset
select pg_temp.login_of('ff_producer') as acted_role \gset
-- when a login that acts as another role submits under three keys
select set_config('role', :'acted_role', true)
\g /dev/null
select count(c.execution_id) as done
from generate_series(1, 3) as n
cross join lateral flowfabric.ff_create_execution(
    'lane', to_jsonb(n), p_fairness_key => 'key ' || n
) as c \gset
reset role;
-- then
create function pg_temp.waiting_keys()
returns text
language sql
as $waiting_keys$
    select string_agg(t.fairness_key || ' of ' || t.entered_by, ', ' order by t.turn_id)
    from flowfabric.ff_fair_turn as t
$waiting_keys$;
select is(
    pg_temp.waiting_keys(), 'key 1 of ' || session_user,
    'one key waits: keys are counted for the login'
);
select pg_temp.advance('1 second') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select is(
    pg_temp.waiting_keys(), 'key 1 of ' || session_user, 'a tick enters no further key'
);
select * from finish();
rollback;
