-- noqa: disable=LT02,LT09,AL03
-- tests_sql/suspension/ff_read_waitpoint_token/gives_a_token_an_expiry_of_its_own.sql
begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
-- given an open waitpoint, and a token for ten seconds beside one without an end
select pg_temp.suspended('{"count": 5, "of": "signals", "on": ["review"]}') as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as endless
\gset
select flowfabric.ff_read_waitpoint_token(:'id', :'waitpoint', 10000) as brief
\gset
select split_part(:'brief', ':', 1) as kid, split_part(:'brief', ':', 2) as signature,
    split_part(:'brief', ':', 3)::bigint as expires_us
\gset
create function pg_temp.deliver(p_id uuid, p_waitpoint_id uuid, p_token text)
returns text language sql as $deliver$
    select pg_temp.refusal(format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$, p_id, p_waitpoint_id, p_token
    ))
$deliver$;
-- then
select is(
    to_timestamp(:'expires_us'::numeric / 1000000), pg_temp.clock() + interval '10 s',
    'the token contains its expiry'
);
select is(pg_temp.deliver(:'id', :'waitpoint', :'brief'), 'nothing',
'before its expiry it is good');
select is(
    pg_temp.deliver(:'id', :'waitpoint', t.token), 'ZF502 invalid_token', t.description
)
from (
    values
    (concat_ws(':', :'kid', :'signature', :'expires_us'::bigint + 1),
    'a later expiry in the token is refused'),
    (concat_ws(':', :'kid', :'signature', '9999999999999999'), 'so is the latest one'),
    (concat_ws(':', :'kid', :'signature'), 'so is a token without its expiry'),
    (concat_ws(':', :'kid', :'signature', ''), 'so is an empty expiry'),
    (concat_ws(':', :'kid', :'signature', '-1'), 'so is a negative one'),
    (concat_ws(':', :'kid', :'signature', repeat('9', 40)), 'so is one that is too large'),
    (concat_ws(':', :'endless', :'expires_us'), 'an expiry cannot be added to the other token')
) as t (token, description);
-- when the last microsecond before the expiry has come; then
do $when$ begin perform pg_temp.advance('9.999999 s'); end $when$;
select is(
    pg_temp.deliver(:'id', :'waitpoint', :'brief'), 'nothing', 'the token is good'
);
-- when the moment of the expiry has come; then
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.deliver(:'id', :'waitpoint', :'brief'), 'ZF503 token_expired', 'it has expired'
);
select is(
    pg_temp.deliver(:'id', :'waitpoint', concat_ws(':', :'kid', repeat('0', 64), :'expires_us')),
    'ZF502 invalid_token', 'a caller without the token does not learn that'
);
select is(
    pg_temp.deliver(:'id', :'waitpoint', :'endless'), 'nothing', 'the other one is good'
);
-- when a suspension, or a waitpoint that is created in advance, asks for such tokens
select pg_temp.lease() as handle
\gset
select waitpoint_id as ahead, token as ahead_token
from flowfabric.ff_create_waitpoint(:'handle', 'ahead', 60000, 5000)
\gset
select execution_id as other, waitpoints -> 0 ->> 'waitpoint_id' as waiting,
    waitpoints -> 0 ->> 'token' as waiting_token
from flowfabric.ff_suspend(
    :'handle', '{"signal": "approved", "on": "later"}', p_token_ttl_ms => 5000
)
\gset
select is(
    pg_temp.deliver(:'other', :'ahead', :'ahead_token'), 'nothing',
    'they are good until their expiry'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
-- then
select results_eq(
    format(
        'values (pg_temp.deliver(%1$L, %2$L, %3$L)), (pg_temp.deliver(%1$L, %4$L, %5$L))',
        :'other', :'ahead', :'ahead_token', :'waiting', :'waiting_token'
    ),
    array['ZF503 token_expired', 'ZF503 token_expired'], 'then they have expired'
);
select is(
    pg_temp.deliver(
        :'other', :'waiting', flowfabric.ff_read_waitpoint_token(:'other', :'waiting')
    ),
    'nothing', 'an operator can read another token'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_read_waitpoint_token(%L, %L, %s)', :'id', :'waitpoint', n.ttl
    )),
    '22023 p_token_ttl_ms', 'a time of ' || n.ttl
)
from unnest('{0,315360000001}'::bigint[]) as n (ttl);
select * from finish();
rollback;
