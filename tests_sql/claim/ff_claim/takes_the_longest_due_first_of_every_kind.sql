begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given one route, with a retry, a lapsed lease and a resumed execution among fresh ones; when
-- claimed; then
do $given$
declare
    v_retried text;
    v_resumed text;
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 3000}}}'
    );
    select handle into v_retried from flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.submit_number(2);
    perform flowfabric.ff_claim('lane', 'a', 'a-2', p_lease_ttl_ms => 1500);
    perform pg_temp.submit_number(3);
    select handle into v_resumed from flowfabric.ff_claim('lane', 'a', 'a-3');
    perform flowfabric.ff_fail(v_retried, 'broken');
    perform flowfabric.ff_delay(v_resumed, 5000);
    perform pg_temp.submit_number(4);
    perform pg_temp.advance('2 s');
    perform pg_temp.submit_number(5);
    perform pg_temp.advance('2 s');
    perform pg_temp.submit_number(6);
    perform pg_temp.advance('2 s');
    perform pg_temp.submit_number(7);
end;
$given$;

select results_eq(
    $$
        select right(c.execution_id::text, 1), c.attempt_type, c.lease_epoch
        from generate_series(1, 8) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
    $$,
    $$
        values
        ('4', 'initial', 1::bigint), ('2', 'reclaim', 2), ('5', 'initial', 1), ('1', 'retry', 2),
        ('6', 'initial', 1), ('3', 'resume', 2), ('7', 'initial', 1)
    $$,
    'first in, first out, also for work that was begun before'
);

select * from finish();
rollback;
