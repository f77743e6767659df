-- The behaviour of every call with a handle: it refuses a caller that does not hold the lease. The
-- test names the call in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

-- given "b" took (1) over from "a", the lease on (2) was revoked, (3) was cancelled, and the lease
-- on (4) lapses at this very moment
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 5) as n;
end;
$given$;
select pg_temp.claim('a', p_lane_id => 'lane1') as of_a
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select
    pg_temp.claim('b', p_lane_id => 'lane1') as of_b,
    pg_temp.claim('a', p_lane_id => 'lane2') as revoked,
    pg_temp.claim('a', p_lane_id => 'lane3') as cancelled,
    pg_temp.claim('a', 10000, 'lane4') as expired,
    pg_temp.claim('a', 10001, 'lane5') as nearly_expired
\gset
do $given$
begin
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform flowfabric.ff_cancel_execution(pg_temp.id(3), 'not needed');
    perform pg_temp.advance('10 s');
end;
$given$;
select pg_temp.stored() as before
\gset

-- when the former holders call; then
select throws_ok(
    format(:'call', :'of_a'), 'ZF102', 'the lease is stale', 'stale'
);
select is(
    pg_temp.error_of(format(:'call', :'of_a')) -> 'detail',
    '{
        "symbol": "stale_lease",
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lease_epoch": 2
    }',
    'the detail has the present epoch'
);
select
    is(
        pg_temp.refusal(format(:'call', h.handle)),
        'ZF102 stale_lease',
        h.description
    )
from pg_temp.tampered_handles(:'of_b') as h;
select throws_ok(
    format(:'call', :'revoked'),
    'ZF103',
    'the lease was revoked',
    'revoked'
);
select throws_ok(
    format(:'call', :'cancelled'),
    'ZF105',
    'the execution is not active',
    'not active'
);
select is(
    pg_temp.error_of(format(:'call', :'cancelled')) -> 'detail',
    jsonb_build_object(
        'symbol', 'execution_not_active',
        'execution_id', '00000000-0000-7000-8000-000000000003',
        'lease_epoch', 2,
        'lifecycle_phase', 'terminal',
        'terminal_outcome', 'cancelled',
        'attempt_id', pg_temp.attempt_of(:'cancelled')
    ),
    'the detail has the state'
);
select throws_ok(
    format(:'call', :'expired'),
    'ZF101',
    'the lease has expired',
    'at the very moment of its expiry a lease has ended'
);
select is(
    pg_temp.error_of(format(:'call', :'expired')) -> 'detail',
    '{
        "symbol": "lease_expired",
        "execution_id": "00000000-0000-7000-8000-000000000004",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:01:10+00:00",
        "expired_since_ms": 0
    }',
    'the detail has the time of the expiry'
);
select is(
    pg_temp.refusal(
        format(:'call', pg_temp.replaced(:'expired', 'epoch', '7'))
    ),
    'ZF101 lease_expired',
    'the expiry is reported before staleness'
);
select throws_ok(
    format(
        :'call',
        pg_temp.replaced(:'of_b', 'execution', '00000000-0000-7000-8000-000000000009')
    ),
    'ZF201',
    'the execution does not exist',
    'an unknown execution'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(format(:'call', :'nearly_expired')),
    'nothing',
    'a millisecond before its expiry a lease is held'
);
