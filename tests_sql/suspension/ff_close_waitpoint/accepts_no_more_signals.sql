begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given two waitpoints that were created in advance; when the holder closes one; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select
    waitpoint_id,
    token
from flowfabric.ff_create_waitpoint(:'handle', 'review', 20000)
\gset
select waitpoint_id as other from flowfabric.ff_create_waitpoint(:'handle', 'other', 20000)
\gset
select results_eq(
    format(
        $$select * from flowfabric.ff_close_waitpoint(%L, %L, 'not needed')$$,
        :'handle',
        :'waitpoint_id'
    ),
    format($$values (%L::uuid, 'closed')$$, :'waitpoint_id'),
    'it is closed'
);
select is(
    pg_temp.error_of(format(
        $$select flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$,
        :'id',
        :'waitpoint_id',
        :'token'
    )) -> 'detail',
    jsonb_build_object(
        'symbol', 'waitpoint_closed', 'execution_id', :'id', 'waitpoint_id', :'waitpoint_id',
        'close_reason', 'not needed'
    ),
    'a signal with its token is refused, with the reason'
);
select results_eq(
    format('select waitpoint_key from flowfabric.ff_list_pending_waitpoints(%L)', :'id'),
    $$values ('other')$$,
    'the other one is still open'
);
select is(
    (select c.outcome from flowfabric.ff_close_waitpoint(:'handle', :'waitpoint_id') as c),
    'already_closed',
    'a second call says that it is closed already'
);
do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select is(
    (select c.outcome from flowfabric.ff_close_waitpoint(:'handle', :'other') as c),
    'already_closed',
    'so does a call for one that has expired'
);
-- bad arguments
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_close_waitpoint(%L, %s)', :'handle', b.arguments)
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_waitpoint_id'),
    (quote_literal(:'other') || ', null', '22004 p_reason'),
    (quote_literal(:'other') || ', '''' ', '22023 p_reason')
) as b (arguments, refusal);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
