begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a cancellation by the holder whose reply was lost, and that an operator replayed the
-- execution since; when it is sent again; then it is answered, and does not touch the replay
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.answer_of(pg_temp.cancel_as_holder(:'handle'));
do $given$ begin perform flowfabric.ff_replay_execution(pg_temp.id(1)); end $given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of(pg_temp.cancel_as_holder(:'handle')),
    null,
    'it is not refused'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

-- nor does it touch who works on the replay
select pg_temp.claim('b') as of_b
\gset
select pg_temp.stored() as before
\gset
select is(
    pg_temp.answer_of(pg_temp.cancel_as_holder(:'handle')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "cancelled",
        "public_state": "cancelled",
        "previous_phase": "active",
        "cancellation_reason": "not needed",
        "is_replay": true
    }',
    'it is not refused when somebody works on the replay either'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

-- given that an operator cancelled what "a" held, and replayed it; when "a" cancels; then
do $given$ begin perform pg_temp.submit_number(2, 'lane2'); end $given$;
select pg_temp.claim('a', p_lane_id => 'lane2') as handle
\gset
do $given$
begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'enough');
    perform flowfabric.ff_replay_execution(pg_temp.id(2));
end;
$given$;
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'handle')), 'ZF105 execution_not_active',
    'the cancellation was not its own'
);
select pg_temp.claim('b', p_lane_id => 'lane2') as of_b
\gset
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'handle')), 'ZF102 stale_lease',
    'nor is it when somebody works on the replay'
);

select * from finish();
rollback;
