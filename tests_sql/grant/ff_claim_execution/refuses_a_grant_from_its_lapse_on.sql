begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given two grants of 5 s; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2);
end;
$given$;
select pg_temp.grant_key(1) as key_1
\gset
select pg_temp.grant_key(2) as key_2
\gset
do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key_1'),
    'initial',
    'a microsecond before its lapse it is redeemed'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of(pg_temp.redeeming('ff_claim_execution', 2, :'key_2')),
    '{
        "sqlstate": "ZF302",
        "message": "the grant has lapsed",
        "detail": {
            "symbol": "claim_grant_expired",
            "execution_id": "00000000-0000-7000-8000-000000000002",
            "verdict": "expired"
        },
        "hint": "Ask the scheduler for another one, and redeem it sooner."
    }',
    'at its lapse it is refused'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
