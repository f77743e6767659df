-- tests_sql/limit/ff_check_admission/counts_a_sliding_window.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of two a second, with jitter
select pg_temp.policy(1000, 2, 0) as done \gset
select pg_temp.policy(1000, 1, 0, 2, 500) as done \gset
create function pg_temp.check(p_number integer) returns text language sql as $$
    select concat_ws(' ', a.outcome, a.retry_after_ms)
    from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(p_number)) as a
$$;
select is(pg_temp.check(1), 'admitted', 'one');
select pg_temp.advance('300 milliseconds') as moved \gset
select is(pg_temp.check(2), 'admitted', 'two');
select is(
    pg_temp.check(3), 'rate_exceeded 700', 'the third is admitted when the first is a second old'
);
select flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(1)) as released \gset
select is(pg_temp.check(1), 'rate_exceeded 700', 'a release gives no place in the window back');
select pg_temp.advance('699 milliseconds') as moved \gset
select is(
    pg_temp.check(3), 'rate_exceeded 1',
    'a millisecond before the end of the window it is refused'
);
select pg_temp.advance('1 millisecond') as moved \gset
select is(pg_temp.check(3), 'admitted', 'at its end it is admitted');
select is(
    pg_temp.check(2), 'already_admitted',
    'an execution whose place is in the window is admitted already'
);
select pg_temp.advance('300 milliseconds') as moved \gset
select is(pg_temp.check(2), 'admitted', 'it is admitted anew when its place is not');
select flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(1)) as admitted \gset
select ok(
    (
        select
            bool_and(a.retry_after_ms between 1000 and 1500)
            and count(distinct a.retry_after_ms) > 1
        from generate_series(2, 30) as n,
            lateral flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(n)) as a
    ),
    'jitter is added, another amount each time'
);
select * from finish();
rollback;
