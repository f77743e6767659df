begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an execution that was handed back; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_delay(pg_temp.claim('x'), 1000);
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select g.* from flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1') as g;
select results_eq(
    'select kind, remaining_ms from granted',
    $$values ('resume', 5000::bigint)$$,
    'the grant has the kind resume, and is valid for 5 s by default'
);
select is(
    pg_temp.verdict('ff_claim_execution', 1, (select g.grant_key from granted as g)),
    'ZF308 use_claim_resumed_execution',
    'ff_claim_execution refuses it, and names the right function'
);
select is(
    pg_temp.verdict('ff_claim_resumed_execution', 1, (select g.grant_key from granted as g)),
    'resume',
    'the refusal consumes nothing'
);

select * from finish();
rollback;
