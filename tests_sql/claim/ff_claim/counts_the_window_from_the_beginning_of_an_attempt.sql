-- tests_sql/claim/ff_claim/counts_the_window_from_the_beginning_of_an_attempt.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of one in three seconds, an admission of (1) and a grant on (3), each used 2.7
-- seconds later, and an execution in line behind each
select pg_temp.policy(3000, 1, 0) as done \gset
select pg_temp.policy(3000, 1, 0, 2) as done \gset
select pg_temp.submit(1, 2, 1) as done \gset
select pg_temp.submit(3, 4, 2) as done \gset
create function pg_temp.redeem(p_number integer, p_grant_key text) returns text language sql as $$
    select c.attempt_type
    from flowfabric.ff_claim_execution(pg_temp.id(p_number), p_grant_key, 'w', 'w-1') as c
$$;
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1)) as a),
    'admitted', 'given the first execution is admitted'
);
select g.grant_key from flowfabric.ff_issue_claim_grant(
    pg_temp.id(3), 'w', 'w-1', p_grant_ttl_ms => 10000
) as g \gset
select pg_temp.advance('2700 milliseconds') as done \gset
select is(pg_temp.claim_all(1), '1', 'the attempt of the admission begins');
select is(pg_temp.redeem(3, :'grant_key'), 'initial', 'the attempt of the grant begins');
select pg_temp.advance('2999 milliseconds') as done \gset
select is(
    pg_temp.claim_all(), '', 'a millisecond before the end of the windows nothing else begins'
);
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '2 4', 'at the end of the windows the executions behind them begin');
-- given a grant that is out longer than the window
select pg_temp.submit(5, 6, 1) as done \gset
select pg_temp.advance('3 seconds') as done \gset
select g.grant_key from flowfabric.ff_issue_claim_grant(
    pg_temp.id(5), 'w', 'w-1', p_grant_ttl_ms => 10000
) as g \gset
select pg_temp.advance('9999 milliseconds') as done \gset
select is(pg_temp.claim_all(), '', 'its place in the window is held while the grant is out');
select is(pg_temp.redeem(5, :'grant_key'), 'initial', 'and the grant can be redeemed');
select flowfabric.ff_cancel_execution(pg_temp.id(6), 'not wanted') as done \gset
-- given an admission that no attempt uses
select pg_temp.submit(7, 8, 1) as done \gset
select pg_temp.advance('3 seconds') as done \gset
select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(7)) as done \gset
select flowfabric.ff_block_execution(pg_temp.id(8), 'paused_by_operator') as done \gset
select pg_temp.advance('10 seconds') as done \gset
select flowfabric.ff_unblock_execution(pg_temp.id(8)) as done \gset
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(8)) as a),
    'rate_exceeded', 'its place in the window is held while the admission stands'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select flowfabric.ff_cancel_execution(pg_temp.id(7), 'not wanted') as done \gset
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(8)) as a),
    'admitted', 'the end of the execution frees the place'
);
select flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(8)) as done \gset
select is(
    (
        select concat_ws(' ', a.outcome, a.retry_after_ms)
        from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(9)) as a
    ),
    'rate_exceeded 3000', 'an admission that was given back is taken again for one more window'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
