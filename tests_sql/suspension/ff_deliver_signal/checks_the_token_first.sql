begin;
select plan(37);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql
\ir ../../lib/suspensions.sql

-- given executions that wait, have ended, and were resumed, and an unknown one
select pg_temp.suspended() as waiting
\gset
select
    pg_temp.waitpoint(:'waiting') as waitpoint,
    pg_temp.token(:'waiting') as token
\gset
select pg_temp.suspended('{"signal": "approved", "on": "other"}') as another
\gset
select
    pg_temp.waitpoint(:'another', 'other') as others,
    pg_temp.token(:'another', 'other') as others_token
\gset
select pg_temp.suspended() as resumed
\gset
select
    pg_temp.waitpoint(:'resumed') as closed,
    pg_temp.signal(:'resumed') as effect
\gset
select pg_temp.suspended() as over
\gset
select
    pg_temp.waitpoint(:'over') as overs,
    c.outcome
from flowfabric.ff_cancel_execution(:'over', 'enough') as c
\gset
select pg_temp.stored() as before
\gset
create function pg_temp.deliver(p_id uuid, p_waitpoint_id text, p_token text)
returns text language sql as $deliver$
    select pg_temp.error_of(format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$, p_id, p_waitpoint_id, p_token
    ))::text
$deliver$;

-- when signals come without the right token; then the error is the same in all cases
select
    is(
        pg_temp.deliver(t.id, t.waitpoint_id, :'others_token'),
        jsonb_build_object(
            'sqlstate', 'ZF502',
            'message', 'the token is not valid for this waitpoint',
            'detail', jsonb_build_object('symbol', 'invalid_token', 'waitpoint_id', t.waitpoint_id),
            'hint', 'Pass the token that belongs to this waitpoint, unchanged.'
        )::text,
        t.description
    )
from (
    values
    (:'waiting'::uuid, :'waitpoint', 'an execution that waits'),
    (:'resumed', :'closed', 'an execution that was resumed'),
    (:'over', :'overs', 'an execution that has ended'),
    (:'waiting', :'others', 'a waitpoint of another execution'),
    (:'waiting', '00000000-0000-7000-8000-000000000001', 'an unknown waitpoint'),
    (
        '00000000-0000-7000-8000-000000000001', :'waitpoint',
        'an unknown execution'
    )
) as t (id, waitpoint_id, description);
-- when one character of the right token is changed; then
select
    is(
        pg_temp.deliver(
            :'waiting',
            :'waitpoint',
            left(:'token', c.place - 1)
            || case when substr(:'token', c.place, 1) = '0' then '1' else '0' end
            || substr(:'token', c.place + 1)
        )::jsonb ->> 'sqlstate',
        'ZF502',
        'changed at ' || c.place
    )
from generate_series(1, 73, 4) as c (place);
select
    is(
        pg_temp.deliver(:'waiting', :'waitpoint', t.token)::jsonb ->> 'sqlstate',
        'ZF502',
        t.description
    )
from (
    values
    ('', 'an empty token'),
    (upper(:'token'), 'in upper case'),
    (:'token' || '0', 'with one more digit'),
    (left(:'token', -1), 'with one digit less'),
    (' ' || :'token', 'with a blank before it'),
    (replace(:'token', ':', ''), 'without its colon'),
    ('other' || substr(:'token', strpos(:'token', ':')), 'of an unknown key')
) as t (token, description);
select is(
    pg_temp.deliver(:'waiting', :'waitpoint', null)::jsonb ->> 'sqlstate', '22004', 'null'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
-- when the token is right; then the error says what is wrong
select is(pg_temp.signal(:'waiting'), 'resume_condition_satisfied', 'the right token is accepted');

-- when the lane is restricted to other roles; then only a caller with the right token learns so
select
    flowfabric.ff_grant_lane('lane', 'pg_monitor', '{read}') as granted,
    pg_temp.login_of('ff_producer') as producer
\gset
select is(
    pg_temp.refusal_as(:'producer', format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$,
        :'another', :'others', :'token'
    )),
    'ZF502 invalid_token',
    'without the token the error does not tell that the lane is closed'
);
select is(
    pg_temp.refusal_as(:'producer', format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$,
        :'another', :'others', :'others_token'
    )),
    'ZF801 not_authorised',
    'with the token it does'
);

select * from finish();
rollback;
