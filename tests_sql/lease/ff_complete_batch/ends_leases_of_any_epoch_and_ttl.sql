-- tests_sql/lease/ff_complete_batch/ends_leases_of_any_epoch_and_ttl.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
-- given a worker whose leases differ in their epoch and in their time to live; then
select pg_temp.lease('a', 1000);
select pg_temp.advance('2 s');
select pg_temp.claim('a', 40000) as second
\gset
select pg_temp.lease('a', 30000) as first_of_30_s
\gset
select pg_temp.lease('a', 20000) as first_of_20_s
\gset
select pg_temp.replaced(:'second', 'epoch', '1') as forged
\gset
select is(
    split_part(:'second', ':', 3), '0000000000000000002', 'given one is the second lease'
);
-- when a batch has the handle of the second lease with the epoch of the first; then
select is(
    (select array_agg(c.outcome) from flowfabric.ff_complete_batch(array[:'forged']) as c),
    array['stale_lease'],
    'a lease is refused under another epoch'
);
-- when one batch has all of them; then
select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_complete_batch(
            array[:'first_of_30_s', :'second', :'first_of_20_s']
        ) as c
    ),
    array['completed', 'completed', 'completed'],
    'they are completed'
);
select is(
    (
        select array_agg(c.ordinal order by c.ordinal)
        from flowfabric.ff_event_item as c
        where c.kind = 'completed'
    ),
    '{1,2,3}',
    'by one event: the short body has ended them'
);
select is_empty(
    $$select 1 from flowfabric.ff_exec_core as e where e.state <> 'completed'$$,
    'nothing is left'
);
select * from finish();
rollback;
