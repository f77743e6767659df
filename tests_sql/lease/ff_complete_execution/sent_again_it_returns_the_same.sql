begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a completion whose reply was lost; when it is sent again; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.answer_of(
    pg_temp.typed_call('ff_complete_execution', :'handle', $$p_output => '1'$$)
);
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('1 year'); end $when$;
select is(
    pg_temp.answer_of(pg_temp.typed_call('ff_complete_execution', :'handle', $$p_output => '2'$$)),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "completed",
        "is_replay": true
    }',
    'the answer is that of before, as a replay'
);
select is(
    (flowfabric.ff_complete(:'handle')).is_replay, true, 'the call with the handle is the same call'
);
select
    is(
        pg_temp.refusal(pg_temp.typed_call('ff_complete_execution', h.handle)),
        'ZF105 execution_not_active',
        h.description || ' is no replay'
    )
from pg_temp.tampered_fences(:'handle') as h;
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_fail_execution', :'handle', $$p_failure_reason => 'broken'$$
    )),
    'ZF105 execution_not_active',
    'a failure is another call'
);
select is(
    pg_temp.refusal(pg_temp.typed_call('ff_delay_execution', :'handle', 'p_delay_ms => 0')),
    'ZF105 execution_not_active',
    'a delay is another call'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

select * from finish();
rollback;
