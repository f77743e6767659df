-- noqa: disable=LT02,LT05,LT09
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits for a person, with a title and a detail
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select s.outcome
from flowfabric.ff_suspend(
    :'handle', '{"signal": "approved", "on": "review"}', p_timeout_ms => 60000,
    p_title => 'Deploy 1.4.0?', p_detail => '{"service": "checkout"}'
) as s
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
prepare question as
select w.waitpoint_key, w.state, w.title, w.detail, w.signal_names, w.remaining_ms
from flowfabric.ff_read_waitpoint($1, $2, $3) as w;
create function pg_temp.state_told(p_id uuid)
returns text language sql as $state_told$
    select w.state
    from flowfabric.ff_read_waitpoint(p_id, pg_temp.waitpoint(p_id), pg_temp.token(p_id)) as w
$state_told$;

select results_eq(
    format('execute question(%L, %L, %L)', :'id', :'waitpoint', :'token'),
    $$
        values (
            'review', 'active', 'Deploy 1.4.0?', '{"service": "checkout"}'::jsonb,
            '{approved}'::text[], 60000::bigint
        )
    $$,
    'the title, the detail, and the signals that are asked for'
);
select is(
    (
        select count(*)
        from flowfabric.ff_read_waitpoint(:'id', :'waitpoint', :'token') as w
        where w::text like '%installed:%'
    ),
    0::bigint,
    'without the token'
);
select is(
    pg_temp.error_of(format(
        'select flowfabric.ff_read_waitpoint(%L, %L, %L)', t.id, t.waitpoint_id, t.token
    )) ->> 'sqlstate',
    'ZF502',
    t.description
)
from (
    values
    (:'id'::uuid, :'waitpoint'::uuid, :'token' || '0', 'not with another token'),
    (gen_random_uuid(), :'waitpoint', :'token', 'nor for another execution'),
    (:'id', gen_random_uuid(), :'token', 'nor for another waitpoint'),
    (:'id', :'waitpoint', 'installed:' || repeat('0', 64), 'nor with a forged one')
) as t (id, waitpoint_id, token, description);

-- a link in a mail may be short-lived
select flowfabric.ff_read_waitpoint_token(:'id', :'waitpoint', 1000) as short_token
\gset
select lives_ok(
    format('execute question(%L, %L, %L)', :'id', :'waitpoint', :'short_token'),
    'a token with an expiry is taken before it'
);
do $then$ begin perform pg_temp.advance('1 s'); end $then$;
select is(
    pg_temp.error_of(format(
        'select flowfabric.ff_read_waitpoint(%L, %L, %L)', :'id', :'waitpoint', :'short_token'
    )) ->> 'sqlstate',
    'ZF503',
    'and not at it'
);

select pg_temp.signal(:'id') as effect
\gset
select is(pg_temp.state_told(:'id'), 'closed', 'closed after the answer');
select pg_temp.suspended() as cancelled
\gset
select outcome from flowfabric.ff_cancel_execution(:'cancelled', 'enough')
\gset
select is(pg_temp.state_told(:'cancelled'), 'closed', 'closed with the execution');
select pg_temp.lease() as other_handle
\gset
select pg_temp.execution_of(:'other_handle') as ahead
\gset
select waitpoint_id from flowfabric.ff_create_waitpoint(:'other_handle', 'review', 1000)
\gset
select is(pg_temp.state_told(:'ahead'), 'pending', 'one that was created ahead is pending');
do $late$ begin perform pg_temp.advance('1 s'); end $late$;
select is(pg_temp.state_told(:'ahead'), 'closed', 'until its time has passed');
select * from finish();
rollback;
