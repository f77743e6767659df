begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an attempt of at most 60 s, suspended after 20 s; when it is resumed a day later; then
select pg_temp.lease(p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}') as handle
\gset
do $given$ begin perform pg_temp.advance('20 s'); end $given$;
select is(pg_temp.suspend(:'handle'), 'suspended', 'given it is suspended');
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is(
    pg_temp.signal(pg_temp.execution_of(:'handle')),
    'resume_condition_satisfied',
    'given the signal'
);
select results_eq(
    $$
        select c.attempt_type, c.lease_remaining_ms
        from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 600000) as c
    $$,
    $$values ('resume', 40000::bigint)$$,
    'it has the 40 s that were left'
);

select * from finish();
rollback;
