begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a deadline in 3 s; when a grant of 60 s is issued; then
do $given$ begin perform pg_temp.submit_number(1, p_deadline_ms => 3000); end $given$;
create temporary table granted as
select g.* from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', p_grant_ttl_ms => 60000) as g;
select results_eq(
    'select expires_at, remaining_ms from granted',
    $$values ('2030-01-01 12:00:03+00'::timestamptz, 3000::bigint)$$,
    'it lapses at the deadline'
);
do $when$ begin perform pg_temp.advance('3 s'); end $when$;
select is(
    pg_temp.verdict('ff_claim_execution', 1, (select g.grant_key from granted as g)),
    'ZF305 execution_not_leaseable',
    'and cannot be redeemed then'
);
select is_empty(
    $$select * from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1')$$,
    'no other grant can be issued'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired',
    'the call that meets it ends the execution'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
