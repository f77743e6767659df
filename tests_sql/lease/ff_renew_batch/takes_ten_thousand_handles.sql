begin;
select plan(4);
\ir ../../lib/clock.sql

-- given ten thousand leases
create temporary table held (item bigint, handle text);
do $given$
begin
    perform count(*)
    from flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[10000]));
    perform pg_temp.advance('1 s');
    insert into held
    select row_number() over () as item, c.handle
    from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10000) as c;
    perform pg_temp.advance('10 s');
end;
$given$;
-- when all are renewed in one call; then
select results_eq(
    $$
        select r.outcome, r.lease_remaining_ms, count(*)
        from flowfabric.ff_renew_batch(array(select h.handle from held as h order by h.item)) as r
        group by 1, 2
    $$,
    $$values ('renewed', 30000::bigint, 10000::bigint)$$,
    'all of them are renewed'
);
-- when half of them have lapsed, and all are given in the reverse order; then
select lives_ok(
    $$
        select count(*)
        from flowfabric.ff_renew_batch(
            array(select h.handle from held as h where h.item % 2 = 0 order by h.item), 60000
        )
    $$,
    'given half of them last longer'
);
do $given$ begin perform pg_temp.advance('30 s'); end $given$;
create temporary table answered as
select
    r.item,
    r.execution_id,
    r.outcome
from flowfabric.ff_renew_batch(
    (select array_agg(h.handle order by h.item desc) from held as h)
) with ordinality as r (
    execution_id, outcome, lease_expires_at, lease_remaining_ms,
    lease_epoch, cancel_requested, error_code, error_detail, item
);
select results_eq(
    'select outcome, count(*) from answered group by 1 order by 1',
    $$values ('lease_expired', 5000::bigint), ('renewed', 5000::bigint)$$,
    'the first half has lapsed'
);
select is_empty(
    $$
        select *
        from answered as a
        inner join held as h on h.item = 10001 - a.item
        where
            a.execution_id::text <> left(h.handle, 36)
            or (a.outcome = 'renewed') <> (h.item % 2 = 0)
    $$,
    'each item is that of its handle'
);

select * from finish();
rollback;
