-- tests_sql/claim/ff_claim_batch/takes_no_more_than_its_limits_have_left.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
create function pg_temp.claims(p_limit integer)
returns text
language sql
as $claims$
    select string_agg(c.input::text, ' ')
    from flowfabric.ff_claim_batch('lane', 'w', 'w-1', p_limit) as c
$claims$;
-- given a policy with slots and places in a window under two keys
select pg_temp.policy(60000, 4, 3) as policy \gset
select pg_temp.submit(1, 2, 1, 'a') as done \gset
select pg_temp.submit(3, 4, 1, 'b') as done \gset
select is(pg_temp.claims(4), '1 2 3 4', 'a batch takes tokens of both keys');
select results_eq(
    $$
        select t.kind::text, pg_temp.number(t.execution_id), t.lease_epoch,
            t.free_at - pg_temp.clock()
        from flowfabric.ff_quota_token as t
        where t.execution_id = pg_temp.id(3)
        order by t.kind
    $$,
    $$
        values
            ('slot', 3, 1::bigint, interval '30 seconds'),
            ('rate', 3, 1::bigint, interval '60 seconds')
    $$,
    'a slot for its lease, and a place for the window'
);
select pg_temp.submit(5, 6, 1, 'a') as done \gset
select is(pg_temp.claims(2), '5', 'one slot is left, and one execution takes it');
select is(
    pg_temp.states(),
    '1 active, 2 active, 3 active, 4 active, 5 active, 6 quota_first',
    'the other one waits for a slot'
);
-- given a budget with nothing left
select pg_temp.budget() as budget \gset
select r.outcome
from flowfabric.ff_report_usage(
    pg_temp.budget_id(), '{"tokens": 100}'
) as r \gset
select pg_temp.submit(7, 8, p_budgets => '{1}') as done \gset
select is(pg_temp.claims(2), null, 'a batch of first attempts waits for the budget');
select pg_temp.submit(9, 9, p_budgets => '{1}') as done \gset
select is(pg_temp.claim_all(), '', 'and so does a single one');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
