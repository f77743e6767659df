begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an execution with a cap of 1, taken over (by hand) 999 and then 1000 times; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{"max_reclaim_count": 1}');
    perform pg_temp.claim('x', 1000);
    perform pg_temp.advance('1 s');
    update flowfabric.ff_exec_core set lease_reclaim_count = 999;
end;
$given$;
select is(
    (flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => 1)).outcome,
    'granted',
    'issuing a grant never ends the execution; redeeming it may'
);
do $when$
begin
    perform pg_temp.advance('1 ms');
    update flowfabric.ff_exec_core set lease_reclaim_count = 1000;
end;
$when$;
select pg_temp.stored() as before
\gset
select results_eq(
    $$
        select outcome, reclaim_count, grant_key
        from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'a', 'a-1')
    $$,
    $$values ('reclaim_cap_exceeded', 1000, null)$$,
    'after a thousand takeovers no grant is issued'
);
select is(pg_temp.stored(), :'before', 'and nothing was written');
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'the next claim finds nothing to take'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(1)), 'failed', 'it ends the execution instead'
);

select * from finish();
rollback;
