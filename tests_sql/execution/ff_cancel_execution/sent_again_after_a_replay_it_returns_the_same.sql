begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a cancellation by the holder whose reply was lost, and a replay of the execution by an
-- operator since; when it is sent again; then it gets the same reply, and does not touch the replay
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
    'the repeated call is not refused'
);
select is(pg_temp.stored(), :'before', 'it writes nothing');

-- when a worker holds the replay; then
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
    'the repeated call is not refused, either'
);
select is(pg_temp.stored(), :'before', 'it writes nothing');

-- given an operator cancelled what "a" held, and replayed it; when "a" cancels; then
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
    '"a" is refused: the cancellation was not its own'
);
select pg_temp.claim('b', p_lane_id => 'lane2') as of_b
\gset
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'handle')), 'ZF102 stale_lease',
    'it is refused while a worker holds the replay, too'
);

select * from finish();
rollback;
