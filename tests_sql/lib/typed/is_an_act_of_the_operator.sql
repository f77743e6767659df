-- The behaviour of calls with explicit ids in which an operator may override: what an operator did
-- is never taken for a call of the holder, nor the other way round. The test names the call in the
-- variables `function` and `arguments`, those that follow the fence, the handle's call in
-- `by_handle`, and the word for the end of the lease in `lease_end`.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql
\ir ../roles.sql
\ir ../typed_calls.sql

create function pg_temp.override(
    p_function text, p_arguments text, p_handle text, p_left_out text[] default '{}'
)
returns text
language sql
as $override$
    select pg_temp.typed_call(
        p_function,
        p_handle,
        concat_ws(
            ', ',
            nullif(p_arguments, ''),
            $$p_source => 'operator_override', p_actor => 'ada', p_reason => 'by hand'$$
        ),
        p_left_out
    )
$override$;

-- given executions (1) to (3) that a worker holds
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
end;
$given$;
create temporary table held as
select
    n,
    pg_temp.claim('a', p_lane_id => 'lane' || n) as handle
from generate_series(1, 3) as n;
select
    min(h.handle) filter (where h.n = 1) as of_1,
    min(h.handle) filter (where h.n = 2) as of_2,
    min(h.handle) filter (where h.n = 3) as of_3
from held as h
\gset
select
    array['p_attempt_index', 'p_lease_id', 'p_lease_epoch', 'p_attempt_id'] as no_fence,
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_operator') as operator
\gset

-- when a worker calls as an operator, or an operator as the holder; then
select is(
    pg_temp.refusal_as(:'worker', pg_temp.override(:'function', :'arguments', :'of_1')),
    'ZF801 not_authorised',
    'a worker may not override, even with the whole fence'
);
select is(
    pg_temp.refusal_as(:'operator', pg_temp.typed_call(:'function', :'of_1', :'arguments')),
    'ZF801 not_authorised',
    'an operator is not the holder, even with its fence'
);
select is(
    pg_temp.refusal(pg_temp.typed_call(
        :'function', :'of_1', concat_ws(', ', nullif(:'arguments', ''), $$p_actor => 'ada'$$)
    )),
    '22023 p_actor',
    'a holder may not name an actor'
);
select is(
    pg_temp.refusal(pg_temp.typed_call(
        :'function', :'of_1', concat_ws(', ', nullif(:'arguments', ''), $$p_reason => 'by hand'$$)
    )),
    '22023 p_reason',
    'nor the reason of an operator'
);

-- when an operator overrides (1) without a fence and (2) with it; then
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select pg_temp.answer_of(pg_temp.override(:'function', :'arguments', :'of_1', :'no_fence')) as x;
select pg_temp.answer_of(pg_temp.override(:'function', :'arguments', :'of_2')) as x;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(pg_temp.typed_call(:'function', h.handle, :'arguments')),
        'ZF105 execution_not_active',
        format('the call of the holder of (%s) is no replay of it', h.n)
    )
from held as h
where h.n <= 2
order by h.n;
select
    is(
        pg_temp.refusal(format('select flowfabric.' || :'by_handle', h.handle)),
        'ZF105 execution_not_active',
        format('nor is its call by handle (%s)', h.n)
    )
from held as h
where h.n <= 2
order by h.n;
select is(
    pg_temp.answer_of(pg_temp.override(:'function', :'arguments', :'of_1', :'no_fence'))
    ->> 'is_replay',
    'true',
    'the same call of the operator again is a replay, without a fence'
);
select is(
    pg_temp.answer_of(pg_temp.override(:'function', :'arguments', :'of_2')) ->> 'is_replay',
    'true',
    'and with the fence'
);
select is(pg_temp.stored(), :'before', 'nothing is written for these calls');

-- when the holder of (3) has made the call itself; then
select pg_temp.answer_of(pg_temp.typed_call(:'function', :'of_3', :'arguments')) as x;
select is(
    pg_temp.refusal(pg_temp.override(:'function', :'arguments', :'of_3')),
    'ZF105 execution_not_active',
    'the call of an operator is not a replay of that one'
);
select is(
    pg_temp.refusal(pg_temp.override(:'function', :'arguments', :'of_3', :'no_fence')),
    'ZF105 execution_not_active',
    'nor is it without a fence'
);

-- then the override is recorded, with its caller and reason
select results_eq(
    $$
        select
            v.execution_id, v.lease_epoch, v.worker_id, v.details ->> 'actor',
            v.details ->> 'reason', v.details ->> 'source', v.details ->> 'call'
        from flowfabric.ff_operator_event as v
        order by v.event_id
    $$,
    format(
        $$
            select
                pg_temp.id(n), 1::bigint, 'a', 'ada', 'by hand',
                'operator_override', %L
            from generate_series(1, 2) as n
        $$,
        :'lease_end'
    ),
    'ff_operator_event has each override once, with the lease that it ended'
);
select is(
    (
        select count(*) from flowfabric.ff_history(pg_temp.id(1)) as h
        where
            h.what = 'overridden'
            and h.details @> '{"actor": "ada", "reason": "by hand"}'
            and h.details ->> 'session_user' = session_user
    ),
    1::bigint,
    'so has ff_history'
);
select is(
    (
        select a.lease_epoch from flowfabric.ff_list_attempts(pg_temp.id(1)) as a
        where a.attempt_index = 0
    ),
    1::bigint,
    'the attempt keeps its epoch'
);
select is(
    (flowfabric.ff_describe_execution(pg_temp.id(1))).lease_epoch,
    2::bigint,
    'the epoch of the execution is another one'
);

-- when another worker claims a released execution, or a replayed one; then
do $when$
begin
    perform pg_temp.advance('1 day');
    perform flowfabric.ff_replay_execution(pg_temp.id(2))
    where flowfabric.ff_read_execution_state(pg_temp.id(2)) in ('completed', 'failed');
end;
$when$;
select pg_temp.claim('b', p_lane_id => 'lane2') as x;
select is(
    pg_temp.refusal(pg_temp.typed_call(:'function', :'of_2', :'arguments')),
    'ZF102 stale_lease',
    'the first holder is told that its lease is stale'
);

-- given a lease that was given to an operator; when the operator calls as its holder; then
do $given$ begin perform pg_temp.submit_number(5, 'lane5'); end $given$;
select c.handle as of_5
from flowfabric.ff_issue_grant_and_claim(pg_temp.id(5), 'lane5') as c
\gset
select is(
    pg_temp.refusal_as(:'operator', pg_temp.typed_call(:'function', :'of_5', :'arguments')),
    'nothing',
    'the call of the operator is that of the holder'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
