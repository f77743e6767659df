begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
\ir ../../lib/suspensions.sql

-- given a waitpoint of a step, whose token was sent to a person
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select
    w.waitpoint_id,
    w.token
from
    flowfabric.ff_create_waitpoint(
        :'handle', 'review', 86400000, p_step_key => 'approval', p_title => 'Refund of 17'
    ) as w
\gset
-- when another attempt creates it again; then
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format(
        'select w.waitpoint_id, w.token, w.remaining_ms '
        || 'from flowfabric.ff_create_waitpoint('
        || '%L, ''review'', 1000, p_step_key => ''approval'') as w',
        :'handle'
    ),
    format('values (%L::uuid, %L, 82800000::bigint)', :'waitpoint_id', :'token'),
    'it is the same'
);
select isnt(
    (flowfabric.ff_create_waitpoint(:'handle', 'review', 1000, p_step_key => 'other')).waitpoint_id,
    :'waitpoint_id'::uuid, 'another step has another'
);
-- when the attempt fails and the person answers before the next one; then
select is((flowfabric.ff_fail(:'handle', 'broken')).outcome, 'retry_scheduled', 'given');
select is(
    (flowfabric.ff_deliver_signal(
        :'execution_id', :'waitpoint_id', :'token', 'approved', '{"by": "ada"}',
        p_source_identity => 'ada'
    )).effect,
    'buffered_for_pending_waitpoint', 'the token is good, and the signal is kept'
);
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select pg_temp.claim('c') as handle
\gset
select is(
    (flowfabric.ff_suspend(
        :'handle', '{"signal": "approved", "on": "review"}', p_step_key => 'approval'
    )).outcome,
    'already_satisfied', 'the suspension has it at once'
);
select is(
    (
        select s.output #>> '{signals,0,input,by}'
        from flowfabric.ff_list_steps(:'execution_id') as s
    ),
    'ada', 'and the step'
);
-- when the next attempt creates the waitpoint, and suspends; then
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select pg_temp.claim('d') as handle
\gset
select is(
    (flowfabric.ff_create_waitpoint(
        :'handle', 'review', 1000, p_step_key => 'approval'
    )).waitpoint_id,
    :'waitpoint_id'::uuid, 'it is the one that had the answer'
);
select is(
    (flowfabric.ff_suspend(
        :'handle', '{"signal": "approved", "on": "review"}', p_step_key => 'approval'
    )).is_replay,
    true, 'and has the answer'
);
-- when the key stands for something else; then
select is((flowfabric.ff_save_step(:'handle', 'value')).outcome, 'saved', 'given');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_create_waitpoint(%L, ''w'', 1000, p_step_key => ''value'')', :'handle'
    )),
    'ZF212 step_kind_mismatch', 'it is refused'
);
-- when the execution has ended; then
select
    w.waitpoint_id,
    w.token
from flowfabric.ff_create_waitpoint(:'handle', 'late', 86400000, p_step_key => 'late') as w
\gset
select is((flowfabric.ff_complete(:'handle')).public_state, 'completed', 'given');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_deliver_signal(%L, %L, %L, ''approved'')',
        :'execution_id', :'waitpoint_id', :'token'
    )),
    'ZF505 target_not_signalable', 'the waitpoint ends with it'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
