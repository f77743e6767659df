begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 60 s was redeemed; when it is redeemed again, with the same ids; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}');
end;
$given$;
select pg_temp.grant_key(1, p_grant_ttl_ms => 60000) as key
\gset
select
    pg_temp.redeem(
        'ff_claim_execution', 1, :'key', 'a',
        $$p_lease_id => '00000000-0000-7000-8000-0000000000aa'$$
    ) ->> 'handle' as handle
\gset
select pg_temp.stored() as before
\gset
select is(
    pg_temp.refusal(
        pg_temp.redeeming(
            'ff_claim_execution', 1, :'key', 'a',
            $$p_lease_id => '00000000-0000-7000-8000-0000000000aa'$$
        )
    ),
    'ZF306 lease_conflict',
    'while the lease is held, the call reports a conflict'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when the execution waits again, for its retry; then
do $when$
begin
    perform flowfabric.ff_fail(e.handle, 'broken')
    from (
        select flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000) as handle
        from flowfabric.ff_exec_core as e
    ) as e;
    perform pg_temp.advance('1 s');
end;
$when$;
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key'),
    'ZF301 invalid_claim_grant unknown_grant',
    'the grant does not exist any more'
);
-- when there is another grant of the kind; then
select pg_temp.grant_key(1) as new_key
\gset
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key'),
    'ZF301 invalid_claim_grant unknown_grant',
    'the old key does not redeem it'
);
select is(pg_temp.verdict('ff_claim_execution', 1, :'new_key'), 'retry', 'its own key does');

select * from finish();
rollback;
