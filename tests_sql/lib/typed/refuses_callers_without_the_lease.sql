-- The behaviour of every call with explicit ids: it refuses a caller that does not hold the lease.
-- The test names the call in the variables `function` and `arguments`, those that follow the fence.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql
\ir ../typed_calls.sql

-- given "b" took (1) over from "a", the lease on (2) was revoked, (3) was cancelled, and the lease
-- on (4) lapses at this very moment
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
end;
$given$;
select pg_temp.claim('a', p_lane_id => 'lane1') as of_a
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select
    pg_temp.claim('b', p_lane_id => 'lane1') as of_b,
    pg_temp.claim('a', p_lane_id => 'lane2') as revoked,
    pg_temp.claim('a', p_lane_id => 'lane3') as cancelled,
    pg_temp.claim('a', 10000, 'lane4') as expired
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
select
    throws_ok(
        pg_temp.typed_call(:'function', :'of_a', :'arguments'),
        'ZF102',
        null,
        'stale'
    );
select is(
    pg_temp.error_of(pg_temp.typed_call(:'function', :'of_a', :'arguments'))
    -> 'detail',
    '{
        "symbol": "stale_lease",
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lease_epoch": 2
    }',
    'the detail has the present epoch'
);
select
    is(
        pg_temp.refusal(pg_temp.typed_call(:'function', h.handle, :'arguments')),
        'ZF102 stale_lease',
        h.description
    )
from pg_temp.tampered_fences(:'of_b') as h;
select
    throws_ok(
        pg_temp.typed_call(:'function', :'revoked', :'arguments'),
        'ZF103',
        null,
        'revoked'
    );
select is(
    pg_temp.refusal(
        pg_temp.typed_call(
            :'function', pg_temp.replaced(:'revoked', 'epoch', '7'), :'arguments'
        )
    ),
    'ZF103 lease_revoked',
    'the revocation is reported before staleness'
);
select is(
    pg_temp.error_of(pg_temp.typed_call(:'function', :'cancelled', :'arguments'))
    -> 'detail',
    jsonb_build_object(
        'symbol', 'execution_not_active',
        'execution_id', '00000000-0000-7000-8000-000000000003',
        'lease_epoch', 2,
        'lifecycle_phase', 'terminal',
        'terminal_outcome', 'cancelled',
        'attempt_id', pg_temp.attempt_of(:'cancelled')
    ),
    'the execution is not active; the detail has its state'
);
select
    throws_ok(
        pg_temp.typed_call(:'function', :'cancelled', :'arguments'),
        'ZF105',
        null,
        'the error has the same detail'
    );
select is(
    pg_temp.error_of(pg_temp.typed_call(:'function', :'expired', :'arguments'))
    -> 'detail',
    '{
        "symbol": "lease_expired",
        "execution_id": "00000000-0000-7000-8000-000000000004",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:01:10+00:00",
        "expired_since_ms": 0
    }',
    'at the very moment of its expiry a lease has ended'
);
select
    throws_ok(
        pg_temp.typed_call(:'function', :'expired', :'arguments'),
        'ZF101',
        null,
        'the error has the same detail'
    );
select is(
    pg_temp.refusal(
        pg_temp.typed_call(
            :'function', pg_temp.replaced(:'expired', 'epoch', '7'), :'arguments'
        )
    ),
    'ZF101 lease_expired',
    'the expiry is reported before staleness'
);
select is(
    pg_temp.error_of(
        pg_temp.typed_call(
            :'function',
            pg_temp.replaced(:'of_b', 'execution', '00000000-0000-7000-8000-000000000009'),
            :'arguments'
        )
    ) -> 'detail',
    '{
        "symbol": "execution_not_found",
        "execution_id": "00000000-0000-7000-8000-000000000009"
    }',
    'an unknown execution'
);
select is(
    pg_temp.refusal(
        pg_temp.typed_call(
            :'function',
            pg_temp.replaced(:'of_b', 'execution', gen_random_uuid()::text),
            :'arguments'
        )
    ),
    'ZF201 execution_not_found',
    'another unknown execution'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

do $when$ begin perform pg_temp.claim('c', p_lane_id => 'lane2'); end $when$;
select is(
    pg_temp.refusal(pg_temp.typed_call(:'function', :'revoked', :'arguments')),
    'ZF102 stale_lease',
    'a revoked lease is stale after a takeover'
);
select
    is(
        pg_temp.refusal(pg_temp.typed_call(:'function', :'of_b', :'arguments')),
        'nothing',
        'the present holder may call'
    );
