begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease() as handle
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_create_waitpoint(%L, %s)', :'handle', b.arguments)
        ),
        b.refusal,
        left(b.arguments, 40)
    )
from (
    values
    ('null, 1000', '22004 p_waitpoint_key'),
    ($$'', 1000$$, '22023 p_waitpoint_key'),
    ($$repeat('k', 257), 1000$$, '22023 p_waitpoint_key'),
    ($$e'a\nb', 1000$$, '22023 p_waitpoint_key'),
    ($$'review', null$$, '22004 p_expires_in_ms'),
    ($$'review', 0$$, '22023 p_expires_in_ms'),
    ($$'review', -1$$, '22023 p_expires_in_ms'),
    ($$'review', 315360000001$$, '22023 p_expires_in_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_create_waitpoint(%L, repeat(%L, 256), 315360000000)', :'handle', 'k'
    )),
    'nothing', '256 bytes and ten years are accepted'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_waitpoint(null, 'review', 1000)$$),
    '22004 p_handle', 'null'
);

select * from finish();
rollback;
