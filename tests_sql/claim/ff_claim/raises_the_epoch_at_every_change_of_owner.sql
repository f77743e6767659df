begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that is retried, taken over and retried again; when it is claimed each time;
-- then
do $given$
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}'
    );
end;
$given$;
create temporary table claimed as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
do $when$
begin
    perform flowfabric.ff_fail(c.handle, 'broken') from claimed as c;
    insert into claimed select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
    perform flowfabric.ff_renew(c.handle) from claimed as c where c.lease_epoch = 2;
    perform pg_temp.advance('30 s');
    insert into claimed select c.* from flowfabric.ff_claim('lane', 'b', 'b-1') as c;
    perform flowfabric.ff_fail(c.handle, 'broken') from claimed as c where c.lease_epoch = 3;
    insert into claimed select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
    perform flowfabric.ff_complete(c.handle) from claimed as c where c.lease_epoch = 4;
end;
$when$;

select results_eq(
    'select lease_epoch, attempt_index, attempt_type from claimed order by lease_epoch',
    $$
        values
        (1::bigint, 0, 'initial'),
        (2, 1, 'retry'),
        (3, 2, 'reclaim'),
        (4, 3, 'retry')
    $$,
    'each ownership has the next epoch and an attempt of its own'
);
select is(
    (
        select
            row(
                count(distinct c.lease_id), count(distinct c.attempt_id), count(distinct c.handle)
            )::text
        from claimed as c
    ),
    '(4,4,4)',
    'each ownership has a new lease, attempt and handle'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
