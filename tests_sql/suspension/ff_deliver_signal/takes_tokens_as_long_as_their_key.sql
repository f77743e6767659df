begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given tokens of three suspensions, and then the key was rotated, with a grace of an hour
select pg_temp.suspended('{"count": 5, "of": "signals", "on": ["review"]}') as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
create function pg_temp.deliver(p_id uuid, p_waitpoint_id uuid, p_token text)
returns text language sql as $deliver$
    select pg_temp.refusal(format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$, p_id, p_waitpoint_id, p_token
    ))
$deliver$;
select outcome
from flowfabric.ff_rotate_waitpoint_secret('next', repeat('ab', 32), 3600000)
\g /dev/null
select is(pg_temp.deliver(:'id', :'waitpoint', :'token'), 'nothing',
'within the grace the token is good');
select pg_temp.token(:'id') as newer
\gset
select isnt(:'newer'::text, :'token', 'when it is read again it is another one');
select is(pg_temp.deliver(:'id', :'waitpoint', :'newer'), 'nothing', 'which is good as well');
select is(
    flowfabric.ff_read_waitpoint_token(:'id', :'waitpoint'), :'newer',
    'operators read the newer one'
);
do $when$ begin perform pg_temp.advance('59 min 59.999999 s'); end $when$;
select is(
    pg_temp.deliver(:'id', :'waitpoint', :'token'), 'nothing',
    'the older one is good to the last microsecond'
);
-- when the grace has ended; then
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.deliver(:'id', :'waitpoint', :'token'), 'ZF503 token_expired',
    'the error says that its key has expired'
);
select is(
    pg_temp.deliver(
        :'id', :'waitpoint',
        left(:'token', -1) || case when right(:'token', 1) = '0' then '1' else '0' end
    ),
    'ZF502 invalid_token',
    'a caller without the token does not learn that'
);
select is(pg_temp.deliver(:'id', :'waitpoint', :'newer'), 'nothing', 'the newer one is good');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
