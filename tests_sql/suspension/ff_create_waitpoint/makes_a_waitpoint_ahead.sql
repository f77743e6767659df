begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- when a holder creates two waitpoints under one key; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
create temporary table created as
select w.* from flowfabric.ff_create_waitpoint(:'handle', 'review', 60000) as w;
insert into created select w.* from flowfabric.ff_create_waitpoint(:'handle', 'review', 5000) as w;
select results_eq(
    'select waitpoint_key, expires_at, remaining_ms from created',
    $$
        values
        ('review', '2030-01-01 12:01:00+00'::timestamptz, 60000::bigint),
        ('review', '2030-01-01 12:00:05+00', 5000)
    $$,
    'the result says for how long they take signals'
);
select is(
    (select count(distinct c.waitpoint_id::text || c.token) from created as c), 2::bigint,
    'each call makes another, with a token of its own'
);
select results_eq(
    format(
        'select waitpoint_id, state, token_kid from flowfabric.ff_list_pending_waitpoints(%L)',
        :'id'
    ),
    $$select c.waitpoint_id, 'pending', 'installed' from created as c order by 1$$,
    'they are listed'
);
select is(
    flowfabric.ff_read_execution_state(:'id'), 'active', 'the execution runs on'
);
select is((select count(*) from pg_temp.events()), 1::bigint, 'no event is written');

-- when the time of one has passed; then
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select is(
    (select count(*) from flowfabric.ff_list_pending_waitpoints(:'id')), 1::bigint,
    'it is not listed from that very moment on'
);
-- when the attempt has ended; then
do $when$ begin perform pg_temp.advance('25 s'); end $when$;
select is_empty(
    format('select * from flowfabric.ff_list_pending_waitpoints(%L)', :'id'),
    'the others are closed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
