begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given 250 leases, of which 100 ran out at one moment, and 100 at another, and 50 at a third;
-- when a client pages through them; then
do $given$
begin
    perform pg_temp.submit_number(n, case when n <= 150 then 'one' else 'two' end)
    from generate_series(1, 250) as n;
    perform flowfabric.ff_claim_batch('one', 'a', 'a-1', 100, p_lease_ttl_ms => 1000);
    perform flowfabric.ff_claim_batch('two', 'a', 'a-1', 100, p_lease_ttl_ms => 3000);
    perform flowfabric.ff_claim_batch('one', 'a', 'a-1', 100, p_lease_ttl_ms => 2000);
    perform pg_temp.advance('1 minute');
end;
$given$;
create temporary table pages as
with recursive page (n, leases) as (
    select
        1,
        array(select l from flowfabric.ff_list_expired_leases(p_limit => 7) as l)
    union all
    select
        p.n + 1,
        array(
            select l
            from flowfabric.ff_list_expired_leases(
                (p.leases[cardinality(p.leases)]).page_key, 7
            ) as l
        )
    from page as p
    where cardinality(p.leases) > 0
)

select
    p.n,
    l.*
from page as p
cross join lateral unnest(p.leases) with ordinality as l;

select results_eq(
    $$
        select lease_expires_at::time, count(distinct execution_id), count(*)
        from pages
        group by lease_expires_at
        order by lease_expires_at
    $$,
    $$
        values
        ('12:00:01'::time, 100::bigint, 100::bigint), ('12:00:02', 50, 50), ('12:00:03', 100, 100)
    $$,
    'each is listed once'
);
select is_empty(
    $$
        select p.n, p.ordinality
        from (
            select
                pages.*,
                lag(lease_expires_at) over in_order as before_at
            from pages
            window in_order as (order by n, ordinality)
        ) as p
        where p.before_at > p.lease_expires_at
    $$,
    'the oldest come first'
);
select is((select max(n) from pages), 36, 'there are 36 pages');
select is(
    (select count(*) from flowfabric.ff_list_expired_leases()), 100::bigint,
    'a page has 100 by default'
);
select is(
    (select count(*) from flowfabric.ff_list_expired_leases(p_limit => 1000)),
    250::bigint,
    'a page has up to 1000'
);
select is_empty(
    'select * from flowfabric.ff_list_expired_leases(p_limit => 0)',
    'a page of 0 is empty'
);

select * from finish();
rollback;
