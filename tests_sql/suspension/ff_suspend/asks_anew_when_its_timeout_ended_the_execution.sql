begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
\ir ../../lib/suspensions.sql

-- given a suspension as a step whose timeout fails the execution; when it is replayed; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    (flowfabric.ff_suspend(
        :'handle', '{"signal": "go", "on": "w"}', p_timeout_ms => 1000, p_step_key => 'approval'
    )).outcome,
    'suspended', 'given'
);
do $given$ begin
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('b');
end $given$;
select is(
    (flowfabric.ff_replay_execution(:'execution_id')).public_state, 'waiting', 'given it failed'
);
select is(pg_temp.steps(:'execution_id'), 'none', 'there is no outcome');
select is(
    (flowfabric.ff_suspend(
        pg_temp.claim('c'), '{"signal": "go", "on": "w"}', p_timeout_ms => 1000,
        p_step_key => 'approval'
    )).outcome,
    'suspended', 'it waits again'
);
-- when arguments are wrong; then
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_suspend(%L, ''{"signal": "x", "on": "w"}'', p_title => '''')',
        :'handle'
    )),
    '22023 p_title', 'a title is not empty'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_suspend(%L, ''{"signal": "x", "on": "w"}'', p_step_key => '''')',
        :'handle'
    )),
    '22023 p_step_key', 'neither is a key'
);
select * from finish();
rollback;
