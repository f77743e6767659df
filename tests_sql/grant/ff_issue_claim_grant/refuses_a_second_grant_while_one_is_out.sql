begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s for worker a; when another is wanted, for b or again for a; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1');
    perform pg_temp.advance('4999999 us');
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of($$select flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'b', 'b-1')$$),
    '{
        "sqlstate": "ZF303",
        "message": "another grant reserves the execution",
        "detail": {
            "symbol": "grant_already_exists",
            "execution_id": "00000000-0000-7000-8000-000000000001",
            "expires_at": "2030-01-01T12:00:05+00:00",
            "remaining_ms": 1
        },
        "hint": "Wait until that grant is redeemed or has lapsed; the detail tells when it lapses."
    }',
    'it is refused until the first one lapses'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1')$$),
    'ZF303 grant_already_exists',
    'also for the worker that has it'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.verdict('ff_claim_execution', 1, pg_temp.grant_key(1, 'b'), 'b'),
    'initial',
    'then a grant is issued to another worker'
);

select * from finish();
rollback;
