-- The behaviour of every call with a handle: it refuses an expired lease. The test names the call
-- in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

-- given two leases of 30 s; when the holders call just before and just when they expire; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
select
    pg_temp.claim('a', p_lane_id => 'lane1') as held,
    pg_temp.claim('a', p_lane_id => 'lane2') as expired
\gset

do $when$ begin perform pg_temp.advance('29999999 us'); end $when$;
select lives_ok(
    format(:'call', :'held'),
    'a microsecond before its expiry the lease is held'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select pg_temp.stored() as before
\gset
create temporary table refused as
select r.error
from pg_temp.error_of(format(:'call', :'expired')) as r (error);

select is(
    (select r.error ->> 'sqlstate' from refused as r),
    'ZF101',
    'from its expiry on it is not held'
);
select is(
    (select r.error -> 'detail' from refused as r),
    '{
        "symbol": "lease_expired",
        "execution_id": "00000000-0000-7000-8000-000000000002",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "expired_since_ms": 0
    }',
    'the detail has the time of the expiry'
);
select is(
    (select r.error ->> 'message' from refused as r),
    'the lease has expired',
    'the message says that the lease has expired'
);
select isnt((select r.error ->> 'hint' from refused as r), '', 'the hint says what to do');
do $when$ begin perform pg_temp.advance('1500 ms'); end $when$;
select is(
    pg_temp.error_of(format(:'call', :'expired'))
    #>> '{detail,expired_since_ms}',
    '1500',
    'the lease does not come back'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
