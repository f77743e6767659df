-- noqa: disable=LT02,LT05,LT09,LT14,AL03,RF05
-- tests_sql/limit/ff_set_submitter_limit/counts_executions_that_have_not_ended.sql
begin;
select plan(25);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
-- given a lane in which each submitter may have three executions
select current_user as submitter
\gset
create function pg_temp.submit_some(p_count integer default 1) returns text language sql as $$
    select coalesce(
        pg_temp.error_of(format(
            'select flowfabric.ff_create_execution(%L) from generate_series(1, %s)', 'lane', p_count
        )) #>> '{detail,limit_name}',
        'created'
    )
$$;
create function pg_temp.use() returns text language sql as $$
    select format('%s executions, %s bytes, %s submissions', l.unfinished_count, l.unfinished_bytes, l.submission_count)
    from flowfabric.ff_list_submitter_limits('lane') as l
    where l.submitter = session_user
$$;
select flowfabric.ff_create_execution('lane') as before_the_limit
\gset
select is(
    (select l from flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 3) as l),
    ('lane', null, 'set')::flowfabric.ff_changed_submitter_limit, 'an operator sets the limit'
);
select is(
    (select l from flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 3) as l),
    ('lane', null, 'unchanged')::flowfabric.ff_changed_submitter_limit, 'once'
);
-- then
select is(pg_temp.submit_some(3), 'created', 'an execution from before the limit does not count');
select is(pg_temp.submit_some(), 'max_unfinished', 'one more is refused');
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane')$$),
    jsonb_build_object(
        'sqlstate', 'ZF803',
        'message', 'the submission would exceed a limit of its submitter in this lane',
        'detail', jsonb_build_object(
            'symbol', 'submitter_limit_exceeded', 'lane_id', 'lane', 'submitter', :'submitter'::text,
            'limit_name', 'max_unfinished', 'limit', 3, 'current', 3, 'requested', 1
        ),
        'hint', 'Submit again when executions have ended, or in the next period; the detail has the limit.'
    ),
    'the detail has the limit and the count, and there is a hint'
);
select is(
    pg_temp.refusal(format('select %s', c.call)), 'ZF803 submitter_limit_exceeded', c.call
)
from (
    values
    ($$flowfabric.ff_create_execution('lane', p_delay_ms => 5)$$),
    ($$flowfabric.ff_create_execution('lane', p_idempotency_key => 'k')$$),
    ($$flowfabric.ff_create_executions('lane', '{1,2}')$$),
    ($$flowfabric.ff_create_executions('lane', '{1,2}', '{"kind": ["a", "b"]}')$$),
    ($$flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "other"}, "b": {"lane": "lane", "after": ["a"]}}}')$$)
) as c (call);
select is_empty(
    $$select 1 from flowfabric.ff_idempotency union all select 1 from flowfabric.ff_flow$$,
    'nothing of it is written'
);
-- when one of them is claimed; then
select pg_temp.claim() as handle
\gset
select pg_temp.claim() as handle
\gset
select is(pg_temp.submit_some(), 'max_unfinished', 'it counts while a worker holds it');
select flowfabric.ff_fail(:'handle', 'again', 'transient') is null as failed
\gset
select is(pg_temp.submit_some(), 'max_unfinished', 'it counts while it waits for a retry');
select pg_temp.advance('1 hour');
select pg_temp.claim() as handle
\gset
select flowfabric.ff_complete(:'handle') is null as completed
\gset
select is(pg_temp.submit_some(), 'created', 'it does not count when it has ended');
-- when executions end in a batch, or by a cancellation; then
select count(*) as completed
from flowfabric.ff_complete_batch(array(
    select c.handle from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2) as c
))
\gset
select count(flowfabric.ff_cancel_execution(e.execution_id, 'enough')) as cancelled
from flowfabric.ff_list_executions('{"lane_id": "lane"}') as e
where e.public_state = 'waiting'
\gset
select is(pg_temp.use(), '0 executions, 0 bytes, 1 submissions', 'each end counts');
-- when an operator replays one of them; then
select count(flowfabric.ff_replay_execution(e.execution_id)) as replayed
from flowfabric.ff_list_executions('{"lane_id": "lane"}') as e
where e.public_state = 'cancelled'
\gset
select is(pg_temp.use(), '0 executions, 0 bytes, 1 submissions', 'a replay does not count');
select count(*) as completed
from flowfabric.ff_complete_batch(array(
    select c.handle from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 9) as c
))
\gset
select is(pg_temp.use(), '0 executions, 0 bytes, 1 submissions', 'nor does its end');
-- when a flow is submitted; then
select count(*) as submitted
from flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}')
\gset
select is(pg_temp.submit_some(2), 'max_unfinished', 'its members count, also a blocked one');
select flowfabric.ff_complete(pg_temp.claim()) is null as completed
\gset
select flowfabric.ff_complete(pg_temp.claim()) is null as completed
\gset
select is(pg_temp.submit_some(3), 'created', 'they do not count when they have ended');
-- when ticks have counted; then
select pg_temp.use() as known
\gset
select count(*) as ticked from flowfabric.ff_tick()
\gset
select is(pg_temp.use(), :'known', 'the counts are the same');
-- when the limit is removed; then
select is(
    (select l from flowfabric.ff_remove_submitter_limit('lane') as l),
    ('lane', null, 'removed')::flowfabric.ff_changed_submitter_limit, 'the limit is removed'
);
select is(
    (select l from flowfabric.ff_remove_submitter_limit('lane') as l),
    ('lane', null, 'not_found')::flowfabric.ff_changed_submitter_limit,
    'a second call finds nothing'
);
select is(pg_temp.submit_some(5), 'created', 'the lane is like any other');
select is(
    (
        select array_agg(e.details ->> 'outcome' order by e.event_id)
        from flowfabric.ff_operator_event as e
        where e.kind = 'submitter_limit_changed'
    ),
    '{set,removed}', 'events record the changes'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
