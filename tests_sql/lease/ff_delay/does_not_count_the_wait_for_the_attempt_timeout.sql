begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given attempts of 60 s, (1) and (3) by policy, (2) by the claim, that are delayed for an hour
-- after 10 s; when they continue; then
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
    )
    from unnest(array[1, 3]) as n;
    perform pg_temp.submit_number(2, 'lane2');
end;
$given$;
create temporary table held as
select
    t.n,
    c.handle
from generate_series(1, 3) as t (n)
cross join lateral flowfabric.ff_claim(
    'lane' || t.n, 'a', 'a-1', p_attempt_timeout_ms => case t.n when 2 then 60000 end
) as c;
do $given$
begin
    perform pg_temp.advance('10 s');
    perform flowfabric.ff_delay(h.handle, 3600000) from held as h;
    perform pg_temp.advance('1 hour');
end;
$given$;

create temporary table resumed as
select
    t.n,
    c.*
from generate_series(1, 2) as t (n)
cross join lateral flowfabric.ff_claim('lane' || t.n, 'b', 'b-1', p_lease_ttl_ms => 600000) as c
union all
select
    3 as n,
    c.*
from flowfabric.ff_claim_batch('lane3', 'b', 'b-1', 1, p_lease_ttl_ms => 600000) as c;
select results_eq(
    'select n, attempt_type, attempt_index, lease_remaining_ms from resumed order by n',
    $$values (1, 'resume', 0, 50000::bigint), (2, 'resume', 0, 50000), (3, 'resume', 0, 50000)$$,
    'they have the 50 s that were left'
);

-- given they are delayed again after 20 s; when they continue; then
do $given$
begin
    perform pg_temp.advance('20 s');
    perform flowfabric.ff_delay(r.handle, 0) from resumed as r;
    perform pg_temp.advance('1 day');
end;
$given$;
create temporary table resumed_again as
select
    t.n,
    c.*
from generate_series(1, 3) as t (n)
cross join lateral flowfabric.ff_claim('lane' || t.n, 'c', 'c-1', p_lease_ttl_ms => 600000) as c;
select results_eq(
    'select n, lease_epoch, lease_remaining_ms from resumed_again order by n',
    'values (1, 3::bigint, 30000::bigint), (2, 3, 30000), (3, 3, 30000)',
    'they have the 30 s that are left'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is_empty(
    $$
        select c.execution_id
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'd', 'd-1') as c
    $$,
    'without retries no claim gets them any more'
);
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.total_attempt_count
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'expired', 'attempt_timeout', 1),
        (2, 'expired', 'attempt_timeout', 1),
        (3, 'expired', 'attempt_timeout', 1)
    $$,
    'each attempt ran for its 60 s, and timed out'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
