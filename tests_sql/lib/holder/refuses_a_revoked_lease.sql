-- The behaviour of every call with a handle: it refuses a lease that was revoked. The test names
-- the call in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

-- given a lease was revoked
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $given$ begin perform flowfabric.ff_revoke_lease(pg_temp.id(1)); end $given$;
select pg_temp.stored() as before
\gset

-- when its holder calls; then
select throws_ok(
    format(:'call', :'handle'),
    'ZF103',
    null,
    'the holder is told that its lease was revoked'
);
select is(
    pg_temp.error_of(format(:'call', :'handle')) -> 'detail',
    '{
        "symbol": "lease_revoked",
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lease_epoch": 1
    }',
    'the detail names the lease'
);
select is(
    pg_temp.refusal(
        format(:'call', pg_temp.replaced(:'handle', 'epoch', '0'))
    ),
    'ZF103 lease_revoked',
    'the revocation is reported before staleness'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    pg_temp.refusal(format(:'call', :'handle')),
    'ZF103 lease_revoked',
    'and before the expiry'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.claim('b'); end $when$;
select is(
    pg_temp.refusal(format(:'call', :'handle')),
    'ZF102 stale_lease',
    'after a takeover the lease is stale'
);
