begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) fresh, (2) to be retried, (3) lapsed, (4) to be replayed, (5)
-- resumed after 10 s of an attempt of 25 s; when they are claimed; then
do $given$
begin
    perform pg_temp.submit_number(
        n, p_priority => 9 - n, p_policy => '{"retry_policy": {"max_retries": 1}}'
    )
    from generate_series(2, 5) as n;
end;
$given$;
create temporary table held as
select
    c.ordinality + 1 as n,
    c.handle
from flowfabric.ff_claim_batch(
    'lane', 'a', 'a-1', 4, p_attempt_timeout_ms => 25000, p_lease_ttl_ms => 20000
) with ordinality as c;
do $given$
begin
    perform flowfabric.ff_fail(h.handle, 'broken') from held as h where h.n = 2;
    perform flowfabric.ff_complete(h.handle) from held as h where h.n = 4;
    perform pg_temp.advance('10 s');
    perform flowfabric.ff_replay_execution(pg_temp.id(4));
    perform flowfabric.ff_delay(h.handle, 0) from held as h where h.n = 5;
    perform pg_temp.advance('10 s');
    perform pg_temp.submit_number(1, p_priority => 9);
end;
$given$;

create temporary table claimed as
select c.*
from generate_series(1, 5) as n
cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c;

select results_eq(
    $$
        select
            split_part(execution_id::text, '-', 5), attempt_type, attempt_index, lease_epoch,
            lease_remaining_ms
        from claimed
        order by execution_id
    $$,
    $$
        values
        ('000000000001', 'initial', 0, 1::bigint, 30000::bigint),
        ('000000000002', 'retry', 1, 2, 30000),
        ('000000000003', 'reclaim', 1, 2, 30000),
        ('000000000004', 'replay', 1, 2, 30000),
        ('000000000005', 'resume', 0, 2, 15000)
    $$,
    'the claim gives the type of the attempt; a resume continues one, in the time that it has left'
);
select results_eq(
    $$
        select n, d.attempt_type, d.lease_reclaim_count, d.retry_count
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'initial', 0, 0),
        (2, 'retry', 0, 1),
        (3, 'reclaim', 1, 0),
        (4, 'replay', 0, 0),
        (5, 'initial', 0, 0)
    $$,
    'the attempt that is resumed keeps its type'
);

select * from finish();
rollback;
