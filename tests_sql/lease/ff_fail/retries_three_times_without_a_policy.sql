begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given executions for which neither the submission nor the lane gives a number of retries; when
-- their attempts fail; then
create function pg_temp.outcomes(p_lane_id text)
returns text[]
language plpgsql
as $outcomes$
declare
    v_outcomes text[] := '{}';
    v_answer flowfabric.ff_failed_attempt;
    v_handle text;
begin
    loop
        v_handle := pg_temp.claim('a', p_lane_id => p_lane_id);
        exit when v_handle is null;
        v_answer := flowfabric.ff_fail(v_handle, 'broken');
        -- full jitter: anything up to 1 s, 2 s, 4 s
        v_outcomes := v_outcomes || (
            v_answer.outcome
            || case
                when v_answer.retry_in_ms > 1000 * power(2, v_answer.next_attempt_index - 1)
                    then ' too late'
                else ''
            end
        );
        perform pg_temp.advance('10 s');
    end loop;
    return v_outcomes;
end;
$outcomes$;

select from flowfabric.ff_create_execution('plain');
select is(
    pg_temp.outcomes('plain'),
    '{retry_scheduled,retry_scheduled,retry_scheduled,terminal_failed}',
    'three retries, with delays that grow'
);
select from flowfabric.ff_create_execution('other key', p_policy => '{"max_reclaim_count": 5}');
select is(
    cardinality(pg_temp.outcomes('other key')), 4, 'a policy about other things leaves it at three'
);
select from flowfabric.ff_create_execution('none', p_policy => '{"retry_policy": {}}');
select is(
    pg_temp.outcomes('none'), '{terminal_failed}',
    'the policy of the submission counts: no retries'
);
select from flowfabric.ff_register_lane('lane', '{"retry_policy": {"max_retries": 1}}');
select from flowfabric.ff_create_execution('lane');
select is(
    pg_temp.outcomes('lane'), '{retry_scheduled,terminal_failed}',
    'then that of the lane: one retry'
);
select from flowfabric.ff_create_execution('lane', p_policy => '{"retry_policy": {}}');
select is(
    pg_temp.outcomes('lane'), '{terminal_failed}',
    'the policy of the submission goes before that of the lane'
);

-- when an attempt runs out of time; then
select execution_id as slow
from flowfabric.ff_create_execution(
    'slow', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 1000}}'
) \gset
select from flowfabric.ff_claim('slow', 'a', 'a-1');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select from flowfabric.ff_claim('slow', 'a', 'a-1');
select is(
    (select d.retry_count from flowfabric.ff_describe_execution(:'slow') as d),
    1,
    'a timeout is retried, too'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
