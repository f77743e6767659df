begin;
select plan(4);
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
        "is_replay": true
    }',
    'it is not refused when somebody works on the replay either'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

select * from finish();
rollback;
