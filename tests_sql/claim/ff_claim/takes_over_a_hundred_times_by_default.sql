begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that were taken over 99 times (the count set by hand), or may not be at all;
-- when they lapse; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
end;
$given$;
update flowfabric.ff_exec_core set lease_reclaim_count = 99;
do $when$ begin perform pg_temp.advance('30 s'); end $when$;

select is(
    (select c.attempt_type from flowfabric.ff_claim('lane', 'b', 'b-1') as c),
    'reclaim',
    'the 100th takeover is allowed'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'c', 'c-1')$$,
    'the 101st takeover is not'
);
do $when$
begin
    perform pg_temp.submit_number(2, p_policy => '{"max_reclaim_count": 0}');
    perform pg_temp.claim('a');
    perform pg_temp.advance('30 s');
end;
$when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'a cap of 0 allows no takeover'
);
select results_eq(
    $$
        select d.public_state, d.failure_reason, d.lease_reclaim_count
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$values ('failed', 'max_reclaims_exceeded', 101), ('failed', 'max_reclaims_exceeded', 1)$$,
    'both executions have failed'
);

select * from finish();
rollback;
