begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a suspended execution; when it is cancelled; then
select pg_temp.suspended(p_timeout_ms => 60000) as id
\gset
select results_eq(
    format(
        $$select outcome, previous_phase from flowfabric.ff_cancel_execution(%L, 'enough')$$, :'id'
    ),
    $$values ('cancelled', 'suspended')$$,
    'the execution has ended'
);
select results_eq(
    format(
        $$
            select d.suspension ->> 'close_reason', d.claimable_at, d.lease_epoch
            from flowfabric.ff_describe_execution(%L) as d
        $$, :'id'
    ),
    $$values ('cancelled', null::timestamptz, 1::bigint)$$,
    'the suspension is closed; there was no holder, so the epoch stays'
);
select results_eq(
    format('select outcome, lease_epoch from flowfabric.ff_list_attempts(%L)', :'id'),
    $$values ('ended_cancelled', 1::bigint)$$,
    'the attempt ended cancelled'
);
select is_empty(
    'select * from flowfabric.ff_list_suspended()',
    'the suspension is not listed any more'
);
select is(
    pg_temp.refusal(format('select pg_temp.signal(%L)', :'id')), 'ZF505 target_not_signalable',
    'a signal with its token is refused'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.claim('b'), null, 'its timeout changes nothing');
select is(flowfabric.ff_read_execution_state(:'id'), 'cancelled', 'the execution stays cancelled');
-- when it is replayed; then
select results_eq(
    format(
        $$
            select r.public_state, c.attempt_type, c.attempt_index
            from flowfabric.ff_replay_execution(%L) as r
            cross join lateral flowfabric.ff_claim('lane', 'b', 'b-1') as c
        $$, :'id'
    ),
    $$values ('waiting', 'replay', 1)$$,
    'a new attempt begins'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
