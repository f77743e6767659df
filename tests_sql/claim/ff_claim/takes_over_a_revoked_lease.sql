begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease was revoked; when another worker claims; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
    perform pg_temp.advance('10 s');
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
end;
$given$;

select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'reclaim', 2::bigint)$$,
    'the claim takes the execution over, without waiting for the expiry'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('revoked', 'none', '{1}', '{1}', 'a'),
        ('reclaimed', 'none', '{1}', '{2}', 'b')
    $$,
    'the takeover is recorded; no expiry is'
);
select results_eq(
    $$
        select attempt_index, outcome
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 'interrupted_reclaimed'), (1, null)$$,
    'the old attempt was interrupted'
);
select results_eq(
    $$
        select lease_reclaim_count, ownership_state
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (1, 'leased')$$,
    'the takeover is counted'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
