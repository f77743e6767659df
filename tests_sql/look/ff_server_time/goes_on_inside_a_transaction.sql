-- tests_sql/look/ff_server_time/goes_on_inside_a_transaction.sql
begin;
select plan(2);
-- given a transaction that is open for a while; then
create temporary table seen as select flowfabric.ff_server_time() as at;
select pg_sleep(0.01);
select cmp_ok(
    flowfabric.ff_server_time(), '>', (select s.at + interval '10 milliseconds' from seen as s),
    'time passes inside the transaction'
);
select cmp_ok(
    flowfabric.ff_server_time(), '>', now(), 'the result is not the beginning of the transaction'
);
select * from finish();
rollback;
