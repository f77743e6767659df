begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) delayed for another millisecond, (2) held, (3) lapsed, (4) revoked,
-- (5) in backoff, (6) finished
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 1 then 1001 end,
        p_policy => case n when 5 then '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 60000}}}' end::jsonb
    )
    from generate_series(1, 6) as n;
    perform pg_temp.claim('a', case n when 3 then 1000 else 30000 end, 'lane' || n)
    from generate_series(2, 4) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane5'), 'broken');
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane6'));
end;
$given$;
select pg_temp.stored() as before
\gset
select throws_ok(
    'select flowfabric.ff_change_priority(pg_temp.id(1), 5)',
    'ZF202',
    'the state of the execution does not allow this call',
    'they are refused'
);
select results_eq(
    $$
        select pg_temp.error_of(
            format('select flowfabric.ff_change_priority(%L, 5)', pg_temp.id(n))
        ) -> 'detail'
        from generate_series(1, 6) as n
    $$,
    $$
        select jsonb_strip_nulls(jsonb_build_object(
            'symbol', 'execution_not_eligible',
            'execution_id', pg_temp.id(x.n),
            'public_state', x.public_state,
            'blocking_reason', x.blocking_reason
        ))
        from (
            values
            (1, 'delayed', 'waiting_for_delay'), (2, 'active', null),
            (3, 'active', 'waiting_for_worker'), (4, 'active', 'waiting_for_worker'),
            (5, 'delayed', 'waiting_for_retry_backoff'), (6, 'completed', null)
        ) as x (n, public_state, blocking_reason)
    $$,
    'the detail names the state'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(
    pg_temp.refusal('select flowfabric.ff_change_priority(pg_temp.id(1), 5)'),
    'nothing',
    'at the very moment at which it becomes due, the priority can be changed'
);

select * from finish();
rollback;
