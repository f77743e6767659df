-- tests_sql/limit/ff_check_admission/admits_an_execution_once.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of two a second, and one slot
select pg_temp.policy(1000, 2, 1) as policy \gset
create function pg_temp.check(
    p_number integer, p_key text default ''
) returns text language sql as $$
    select concat_ws(' ', a.outcome, a.retry_after_ms)
    from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(p_number), p_key) as a
$$;
select is(pg_temp.check(1), 'admitted', 'the first execution is admitted');
select is(pg_temp.check(1), 'already_admitted', 'a second call for it does not count');
select is(pg_temp.check(2), 'concurrency_exceeded', 'the second execution gets no slot');
select is(pg_temp.check(2, 'other'), 'admitted', 'each key has its own slot');
select is(
    (
        select count(*)::integer from flowfabric.ff_quota_token as t
        where t.kind = 'rate' and t.free_at > pg_temp.clock()
    ), 2,
    'a refusal takes no place in the window'
);
select flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(1)) as released \gset
select is(pg_temp.check(3), 'admitted', 'a slot that was given back is free');
select pg_temp.advance('1 hour') as moved \gset
select is(
    pg_temp.check(3), 'already_admitted',
    'an execution that does not give it back holds it for any time'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
