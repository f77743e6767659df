begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that is delayed by a second; when a worker looks just before and just then
do $given$ begin perform pg_temp.submit_number(1, p_delay_ms => 1000); end $given$;

do $when$ begin perform pg_temp.advance('999999 us'); end $when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$,
    'a microsecond before its due time it is not claimed'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'a', 'a-1')
    $$,
    $$values (0, 'initial', 1::bigint)$$,
    'from its due time on it is claimed, as its first attempt'
);
select is_empty($$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$, 'once');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
