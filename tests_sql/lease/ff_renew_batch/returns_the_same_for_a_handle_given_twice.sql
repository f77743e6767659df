begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/handles.sql

-- given a lease; when its handle is twice in a batch; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select results_eq(
    format(
        $$
            select execution_id, outcome, lease_remaining_ms, lease_epoch, error_code
            from flowfabric.ff_renew_batch(array[%1$L, %1$L])
        $$,
        :'handle'
    ),
    $$
        values
        ('00000000-0000-7000-8000-000000000001'::uuid, 'renewed', 30000::bigint, 1::bigint, null),
        ('00000000-0000-7000-8000-000000000001', 'renewed', 30000, 1, null)
    $$,
    'the lease is renewed, with the same answer for both'
);
select results_eq(
    $$select executions from pg_temp.events() where kind = 'renewed'$$,
    $$values ('{1}')$$,
    'the renewal is recorded once'
);

-- when the batch has it with another epoch, with wrong digits, and with another ttl; then
create function pg_temp.renewed(p_handles text[])
returns table (outcome text, lease_remaining_ms bigint)
language sql as $renewed$
    select r.outcome, r.lease_remaining_ms
    from flowfabric.ff_renew_batch(p_handles) with ordinality as r (
        execution_id, outcome, lease_expires_at, lease_remaining_ms,
        lease_epoch, cancel_requested, error_code, error_detail, item
    )
    order by r.item
$renewed$;
select results_eq(
    format(
        'select * from pg_temp.renewed(array[%L, %L, %L, %L])',
        pg_temp.replaced(:'handle', 'epoch', '0'), left(:'handle', -1) || '.', :'handle',
        pg_temp.replaced(:'handle', 'ttl', '60000')
    ),
    $$
        values
        ('stale_lease', null), ('invalid', null), ('renewed', 30000::bigint), ('renewed', 30000)
    $$,
    'a wrong handle before it changes nothing, and its first ttl counts'
);
select results_eq(
    format(
        'select * from pg_temp.renewed(array[%L, %L, %L])',
        pg_temp.replaced(:'handle', 'ttl', '60000'), :'handle', 'junk'
    ),
    $$values ('renewed', 60000::bigint), ('renewed', 60000), ('invalid', null)$$,
    'nor does a malformed text'
);
select results_eq(
    format(
        'select * from pg_temp.renewed(array[%L, %L])',
        pg_temp.replaced(:'handle', 'ttl', '0'), pg_temp.replaced(:'handle', 'ttl', '86400001')
    ),
    $$values ('invalid', null::bigint), ('invalid', null)$$,
    'a ttl that no claim gives is refused'
);
select is(
    (select count(*) filter (where kind = 'renewed') from pg_temp.events()), 3::bigint,
    'each call is recorded once'
);

select * from finish();
rollback;
