-- The behaviour of every call with a handle: it refuses a lease that another worker has taken over.
-- The test names the call in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

-- given worker "a" held epoch 1, worker "b" took over and holds epoch 2
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle_of_a
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select pg_temp.claim('b') as handle_of_b
\gset
select pg_temp.stored() as before
\gset

-- when "a" calls, or a call has a fence of which one part is wrong; then
select throws_ok(
    format(:'call', :'handle_of_a'),
    'ZF102',
    null,
    'a call of the former holder is refused with stale_lease'
);
select is(
    pg_temp.error_of(format(:'call', :'handle_of_a')) -> 'detail',
    '{
        "symbol": "stale_lease",
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lease_epoch": 2
    }',
    'the detail has the present epoch'
);
select
    is(
        pg_temp.refusal(format(:'call', t.handle)),
        'ZF102 stale_lease',
        t.description
    )
from pg_temp.tampered_handles(:'handle_of_b') as t;
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when the lease of "b" has expired as well; then
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(
    pg_temp.refusal(format(:'call', :'handle_of_a')),
    'ZF101 lease_expired',
    'the expiry is reported before staleness'
);
select
    is(
        pg_temp.refusal(format(:'call', t.handle)),
        'ZF101 lease_expired',
        t.description || ', expired'
    )
from pg_temp.tampered_handles(:'handle_of_b') as t;
select is(pg_temp.stored(), :'before', 'still nothing was written');
select is(
    pg_temp.refusal(format(:'call', pg_temp.claim('c'))),
    'nothing',
    'the present holder may call'
);
