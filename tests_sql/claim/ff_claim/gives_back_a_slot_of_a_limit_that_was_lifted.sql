-- tests_sql/claim/ff_claim/gives_back_a_slot_of_a_limit_that_was_lifted.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given lanes that share one slot; a grant of the one has it when that lane's limit is lifted
select pg_temp.policy(60000, 2, 1) as done \gset
select flowfabric.ff_register_lane(l.lane_id, p_options => jsonb_build_object(
    'quota_policy_id', pg_temp.policy_id()
)) from unnest('{lane,other}'::text[]) as l (lane_id);
select pg_temp.submit(1, 1) as done \gset
select pg_temp.submit(2, 3, p_lane_id => 'other') as done \gset
create function pg_temp.claim_other() returns text language sql as $$
    select string_agg(c.input #>> '{}', ' ')
    from flowfabric.ff_claim_batch('other', 'w', 'w-1', 1, p_lease_ttl_ms => 600000) as c
$$;
select g.grant_key
from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1', p_grant_ttl_ms => 60000) as g \gset
select is(pg_temp.claim_other(), null, 'given the grant has the slot');
select flowfabric.ff_register_lane('lane', p_options => '{}') as done \gset
select c.attempt_type
from flowfabric.ff_claim_execution(pg_temp.id(1), :'grant_key', 'w', 'w-1', 1000) as c \gset
select is(pg_temp.holders(), '', 'the redemption gives the slot back');
select is(
    (
        select count(*)::integer from flowfabric.ff_quota_token as t
        where t.kind = 'rate' and t.free_at > pg_temp.clock()
    ),
    0, 'the redemption gives the place in the window back'
);
select is(pg_temp.claim_other(), '2', 'an execution that waited for it has it at once');
select flowfabric.ff_renew(pg_temp.handle(1), 1000) as done \gset
select is(pg_temp.holders(), '2', 'a renewal takes no slot again');
-- when a lease is taken over after its limit was lifted; then
select flowfabric.ff_register_lane('other', p_options => '{}') as done \gset
select pg_temp.advance('10 minutes') as done \gset
select string_agg(c.input #>> '{}', ' ') as claimed
from flowfabric.ff_claim_batch('other', 'w', 'w-1', 2) as c \gset
select flowfabric.ff_renew(pg_temp.handle(2)) as done \gset
select is(pg_temp.holders(), '', 'the takeover keeps no slot');
select count(*) as ticked from flowfabric.ff_tick() \gset
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
