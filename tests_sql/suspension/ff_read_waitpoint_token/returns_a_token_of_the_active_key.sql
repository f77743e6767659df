begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select
    waitpoint_id,
    token
from flowfabric.ff_create_waitpoint(:'handle', 'review', 20000)
\gset
select is(
    flowfabric.ff_read_waitpoint_token(:'id', :'waitpoint_id'), :'token',
    'it is the token that was given to the worker'
);
-- given a key that is known; then the token is HMAC-SHA256 of the fields that it covers
select outcome from flowfabric.ff_rotate_waitpoint_secret('known', repeat('0b', 32))
\g /dev/null
do $given$
begin
    update flowfabric.ff_waitpoint
    set
        waitpoint_id = '01b8dd58-0000-7000-8000-000000000001',
        execution_id = '01b8dd58-0000-7000-8000-000000000002';
    update flowfabric.ff_exec_core
    set execution_id = '01b8dd58-0000-7000-8000-000000000002';
end;
$given$;
select is(
    flowfabric.ff_read_waitpoint_token(
        '01b8dd58-0000-7000-8000-000000000002', '01b8dd58-0000-7000-8000-000000000001'
    ),
    'known:28e283cb162eba220a3f59e78c7b028ba7cb30137b6bac6d99ae6e73199984de',
    'another program computes the same'
);
select is(flowfabric.ff_read_waitpoint_token(e.id, e.waitpoint_id), null, e.description)
from (
    values
    (
        '01b8dd58-0000-7000-8000-000000000002'::uuid,
        '01b8dd58-0000-7000-8000-000000000009'::uuid,
        'an unknown waitpoint'
    ),
    (
        '01b8dd58-0000-7000-8000-000000000003',
        '01b8dd58-0000-7000-8000-000000000001',
        'an unknown execution'
    )
) as e (id, waitpoint_id, description);
do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select is(
    flowfabric.ff_read_waitpoint_token(
        '01b8dd58-0000-7000-8000-000000000002', '01b8dd58-0000-7000-8000-000000000001'
    ),
    null,
    'a waitpoint that has expired'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_read_waitpoint_token(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, '01b8dd58-0000-7000-8000-000000000001'$$, '22004 p_execution_id'),
    ($$'x', '01b8dd58-0000-7000-8000-000000000001'$$, '22P02'),
    ($$'01b8dd58-0000-7000-8000-000000000002', null$$, '22004 p_waitpoint_id')
) as b (arguments, refusal);

select * from finish();
rollback;
