-- tests_sql/limit/ff_unblock_execution/lets_it_be_claimed_again.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 1) as done \gset
select pg_temp.submit(2, 3, 1) as done \gset
select flowfabric.ff_block_execution(pg_temp.id(1), 'paused_by_policy') as blocked \gset
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_unblock_execution(pg_temp.id(1), 'paused_by_operator')$$
    ),
    'ZF202 execution_not_eligible', 'another reason than that of its block is refused'
);
select is(
    (
        select concat_ws(' ', u.outcome, u.blocking_reason, u.public_state)
        from flowfabric.ff_unblock_execution(pg_temp.id(1), 'paused_by_policy') as u
    ),
    'unblocked paused_by_policy waiting', 'the reason of its block is accepted'
);
select is(pg_temp.claim_all(), '2 1', 'the execution can be claimed');
select is(
    pg_temp.refusal('select flowfabric.ff_unblock_execution(pg_temp.id(1))'),
    'ZF202 execution_not_eligible', 'an execution that is not blocked is refused'
);
select u.outcome from flowfabric.ff_unblock_execution(pg_temp.id(3)) as u \gset
select
    is(
        pg_temp.states(),
        '1 active, 2 active, 3 waiting_first',
        'an execution that a claim has refused may look again'
    );
select is(pg_temp.claim_all(), '', 'its limits still apply');
select is(
    pg_temp.refusal('select flowfabric.ff_unblock_execution(null)')
    || ', ' || pg_temp.refusal('select flowfabric.ff_unblock_execution(pg_temp.id(9))'),
    '22004 p_execution_id, ZF201 execution_not_found', 'bad arguments are refused'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
