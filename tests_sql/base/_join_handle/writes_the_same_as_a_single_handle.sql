-- tests_sql/base/_join_handle/writes_the_same_as_a_single_handle.sql
begin;
select plan(2);
set local search_path = flowfabric, public;
-- given leases of many executions, epochs and times to live; when their handles are written with
-- the common part of a batch; then
select is_empty(
    $$
        select l.epoch, l.ttl_ms
        from (
            select gen_random_uuid() as execution_id, gen_random_uuid() as lease_id, e.epoch, t.ttl_ms
            from unnest(array[1, 2, 10, 9223372036854775807]) as e (epoch)
            cross join unnest(array[1, 30000, 86400000]) as t (ttl_ms)
            cross join generate_series(1, 200) as n
        ) as l
        where
            _join_handle(
                l.execution_id, l.lease_id, _terms_of_handle(l.epoch, l.ttl_ms),
                hashint8extended(l.epoch, l.ttl_ms)
            )
            is distinct from _format_handle(l.execution_id, l.lease_id, l.epoch, l.ttl_ms)
    $$,
    'a handle of a batch is the text of a single one, also where its check digits begin with zeros'
);
select is(
    _terms_of_handle(3, 30000), ':0000000000000000003:00030000:',
    'epoch and time to live have a fixed width'
);
select * from finish();
rollback;
