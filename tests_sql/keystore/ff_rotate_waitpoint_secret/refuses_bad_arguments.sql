begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_rotate_waitpoint_secret(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'abcd'$$, '22004 p_new_kid'),
    ($$'k', null$$, '22004 p_new_secret_hex'),
    ($$'k', 'abcd', null$$, '22004 p_grace_ms'),
    ($$'', 'abcd'$$, '22023 p_new_kid'),
    ($$'a:b', 'abcd'$$, '22023 p_new_kid'),
    ($$'k', ''$$, '22023 p_new_secret_hex'),
    ($$'k', 'abc'$$, '22023 p_new_secret_hex'),
    ($$'k', 'wxyz'$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('ab', 1025)$$, '22023 p_new_secret_hex'),
    ($$'k', 'abcd', -1$$, '22023 p_grace_ms'),
    ($$'k', 'abcd', 315360000001$$, '22023 p_grace_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_rotate_waitpoint_secret('k', '73', 315360000000)).outcome,
    'rotated',
    'a secret of one byte and a grace of ten years are accepted'
);

select * from finish();
rollback;
