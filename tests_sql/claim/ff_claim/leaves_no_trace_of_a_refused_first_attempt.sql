-- tests_sql/claim/ff_claim/leaves_no_trace_of_a_refused_first_attempt.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given two executions that share one slot, and a third that a batch is refused
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1) as done \gset
-- the row of an execution, without its id and its moments
create function pg_temp.stored(p_number integer)
returns jsonb
language sql
as $stored$
    select to_jsonb(e) - '{execution_id,created_at,claimable_at,updated_at,input}'::text[]
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = p_number
$stored$;
select is(pg_temp.claim_all(), '1', 'a single claim is refused the second');
select pg_temp.submit(3, 3, 1) as done \gset
select count(*) as done from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 5) \gset
select is(
    pg_temp.stored(2), pg_temp.stored(3), 'its row is stored as that of a batch that was refused'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
