begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/roles.sql
\ir ../../lib/typed_calls.sql

-- given leases; when their holders cancel, with their whole fence; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
select
    pg_temp.claim('a', p_lane_id => 'lane1') as first,
    pg_temp.claim('a', p_lane_id => 'lane2') as second
\gset
select is(
    pg_temp.answer_of(pg_temp.cancel_as_holder(:'first')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "cancelled",
        "public_state": "cancelled",
        "previous_phase": "active",
        "cancellation_reason": "not needed",
        "is_replay": false
    }',
    'the executions are cancelled'
);
select results_eq(
    $$
        select public_state, cancellation_reason, cancelled_by, lease_epoch
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('cancelled', 'not needed', 'lease_holder', 1::bigint)$$,
    'cancelled by the holder, under its epoch'
);
select pg_temp.stored() as before
\gset
select is(
    pg_temp.answer_of(pg_temp.cancel_as_holder(:'first')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "cancelled",
        "public_state": "cancelled",
        "previous_phase": "terminal",
        "cancellation_reason": "not needed",
        "is_replay": true
    }',
    'the same call again returns that it was cancelled already'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'first')),
    'ZF105 execution_not_active',
    'a completion is refused'
);
select is(
    pg_temp.refusal(format($$select flowfabric.ff_fail(%L, 'broken')$$, :'first')),
    'ZF105 execution_not_active',
    'a failure is refused'
);
select is(pg_temp.stored(), :'before', 'the refused calls write nothing');
select pg_temp.login_of('ff_worker') as worker
\gset
select is(
    pg_temp.refusal_as(:'worker', pg_temp.cancel_as_holder(:'second')),
    'nothing',
    'a login needs no other role than ff_worker'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
