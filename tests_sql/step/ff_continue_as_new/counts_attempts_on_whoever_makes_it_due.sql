-- noqa: disable=LT02,LT05,LT14
-- tests_sql/step/ff_continue_as_new/counts_attempts_on_whoever_makes_it_due.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- an execution in its second life, which has had an attempt
create function pg_temp.second_life()
returns uuid
language plpgsql
as $second_life$
declare
    v_handle constant text := pg_temp.lease();
begin
    perform flowfabric.ff_continue_as_new(v_handle);
    return pg_temp.execution_of(v_handle);
end;
$second_life$;
create function pg_temp.ended(p_handle text)
returns text
language sql
as $ended$
    select l.attempt_index || ' ' || l.attempt_type || ', then ' || (
        flowfabric.ff_fail(p_handle, 'broken', 'permanent')
    ).outcome
    from flowfabric.ff_list_attempts(pg_temp.execution_of(p_handle)) as l
    order by l.attempt_index desc
    limit 1
$ended$;
-- given one; then all fits
select pg_temp.second_life() as id
\gset
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'ff_check finds nothing in a second life');
-- when it is to run now
select outcome from flowfabric.ff_reschedule_execution(:'id', 0) \g /dev/null
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'nor one that is to run now');
select is(pg_temp.ended(pg_temp.claim()), '1 initial, then terminal_failed', 'run now');
-- when many are to run now, and are claimed as a batch
select pg_temp.second_life() as id
\gset
select changed_count from flowfabric.ff_reschedule_executions('{"public_state": "waiting"}', 0) \g /dev/null
select is(
    (select pg_temp.ended(c.handle) from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 5) as c),
    '1 initial, then terminal_failed',
    'claimed in a batch'
);
-- when it is blocked and unblocked
select pg_temp.second_life() as id
\gset
select outcome from flowfabric.ff_block_execution(:'id', 'paused_by_operator') \g /dev/null
select outcome from flowfabric.ff_unblock_execution(:'id') \g /dev/null
select is(pg_temp.ended(pg_temp.claim()), '1 initial, then terminal_failed', 'unblocked');
-- when a grant on it lapses
select pg_temp.second_life() as id
\gset
select kind from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', p_grant_ttl_ms => 1000) \g /dev/null
select pg_temp.advance('1 s');
select is(pg_temp.ended(pg_temp.claim()), '1 initial, then terminal_failed', 'after a grant that nobody redeemed');
select is((select count(*) from flowfabric.ff_list_attempts(:'id')), 2::bigint, 'it has two attempts');
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'everything fits');
select * from finish();
rollback;
