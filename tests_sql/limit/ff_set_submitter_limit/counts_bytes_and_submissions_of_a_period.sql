-- noqa: disable=LT02,LT05,LT09,AL03
-- tests_sql/limit/ff_set_submitter_limit/counts_bytes_and_submissions_of_a_period.sql
begin;
select plan(19);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
create function pg_temp.detail(p_call text) returns jsonb language sql as $$
    select coalesce(
        (pg_temp.error_of('select ' || p_call) -> 'detail') - '{symbol,lane_id,submitter}'::text[],
        '"accepted"'
    )
$$;
-- given a limit of 2,000 bytes
select count(*) as limited from flowfabric.ff_set_submitter_limit('bytes', p_max_unfinished_bytes => 2000)
\gset
create function pg_temp.text_of(p_bytes integer) returns text language sql as $$
    select format('flowfabric.ff_create_execution(%L, to_jsonb(repeat(%L, %s)))', 'bytes', 'x', p_bytes)
$$;
-- then
select is(pg_temp.detail(pg_temp.text_of(1500)), '"accepted"', 'a submission that fits is accepted');
select is(
    pg_temp.detail(pg_temp.text_of(500)) - '{current,requested}'::text[],
    '{"limit_name": "max_unfinished_bytes", "limit": 2000}',
    'a larger one is refused, also if its text could be compressed'
);
select is(pg_temp.detail(pg_temp.text_of(400)), '"accepted"', 'a smaller one is accepted');
select is(
    pg_temp.detail($$flowfabric.ff_create_execution('bytes', p_payload => '\x00', p_tags => jsonb_build_object('a.b', repeat('x', 200)))$$)
    ->> 'limit_name',
    'max_unfinished_bytes', 'tags count, too'
);
select is(
    pg_temp.detail(format(
        'flowfabric.%s', c.call
    )) ->> 'limit_name',
    'max_unfinished_bytes', format('policies count: %s', c.title)
)
from (values ((select jsonb_build_object('retry_policy', jsonb_build_object(
    'retryable_categories', jsonb_build_array(repeat('x', 100), repeat('y', 100))
))))) as p (policy)
cross join lateral (
    values
    (format('ff_create_execution(%L, p_policy => %L)', 'bytes', p.policy), 'one'),
    (
        format(
            'ff_create_executions(%L, %L, %L)', 'bytes', '{1}', jsonb_build_object('policy', p.policy)
        ),
        'so does a batch'
    ),
    (
        format(
            'ff_create_executions(%L, %L, %L)', 'bytes', '{1}',
            jsonb_build_object('policy', jsonb_build_array(p.policy))
        ),
        'items'
    ),
    (
        format('ff_submit_flow(%L)', jsonb_build_object('nodes', jsonb_build_object(
            'a', jsonb_build_object('lane', 'bytes', 'policy', p.policy)
        ))),
        'so does a node of a flow'
    )
) as c (call, title);
-- when a tag is set later; then
select c.execution_id as tagged_id
from flowfabric.ff_create_execution('bytes') as c
\gset
select is(
    pg_temp.detail(format(
        'flowfabric.ff_set_execution_tag(%L, %L, repeat(%L, 200))', :'tagged_id', 'a.b', 'x'
    )) - '{current,requested}'::text[],
    '{"limit_name": "max_unfinished_bytes", "limit": 2000}', 'later tags count'
);
select is(
    pg_temp.detail(format(
        'flowfabric.ff_set_execution_tag(%L, %L, repeat(%L, 20))', :'tagged_id', 'a.b', 'x'
    )),
    '"accepted"', 'a smaller tag is accepted'
);
select count(*) as completed
from flowfabric.ff_complete_batch(array(
    select c.handle from flowfabric.ff_claim_batch('bytes', 'a', 'a-1', 9) as c
))
\gset
select is(pg_temp.detail(pg_temp.text_of(1900)), '"accepted"',
'the end of an execution makes '
|| 'room');
select is(
    pg_temp.detail($$flowfabric.ff_create_executions('bytes', array[to_jsonb(repeat('x', 30)), to_jsonb(repeat('x', 30))])$$)
    ->> 'limit_name',
    'max_unfinished_bytes', 'a batch is weighed as a whole'
);

-- given a limit of four submissions in ten seconds, two seconds after the period began
select pg_temp.set_clock('2030-01-01 12:00:02+00');
select count(*) as limited
from flowfabric.ff_set_submitter_limit('rate', p_max_submissions => 4, p_period_ms => 10000)
\gset
select is(
    pg_temp.detail($$flowfabric.ff_create_executions('rate', '{1,2,3}')$$), '"accepted"',
    'submissions are accepted'
);
select count(*) as completed
from flowfabric.ff_complete_batch(array(
    select c.handle from flowfabric.ff_claim_batch('rate', 'a', 'a-1', 9) as c
))
\gset
select is(
    pg_temp.detail($$flowfabric.ff_create_executions('rate', '{1,2}')$$),
    '{"limit_name": "max_submissions", "limit": 4, "current": 3, "requested": 2,
    "retry_after_ms": 8000}',
    'up to the limit, whether others have ended or not'
);
select is(pg_temp.detail($$flowfabric.ff_create_execution('rate')$$), '"accepted"',
'one submission is left');
select pg_temp.advance('7.999999 seconds');
select count(*) as ticked from flowfabric.ff_tick()
\gset
select is(
    pg_temp.detail($$flowfabric.ff_create_execution('rate')$$) ->> 'retry_after_ms', '1',
    'it is refused until the period ends'
);
select pg_temp.advance('1 microsecond');
select is(
    pg_temp.detail($$flowfabric.ff_create_executions('rate', '{1,2,3,4}')$$), '"accepted"',
    'a new period begins with 0'
);
select count(*) as ticked from flowfabric.ff_tick()
\gset
select is(
    pg_temp.detail($$flowfabric.ff_create_execution('rate')$$) ->> 'current', '4',
    'each period is counted by itself'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
