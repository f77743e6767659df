begin;
select plan(15);
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
    ($$null, repeat('ab', 32)$$, '22004 p_new_kid'),
    ($$'k', null$$, '22004 p_new_secret_hex'),
    ($$'k', repeat('ab', 32), null$$, '22004 p_grace_ms'),
    ($$'', repeat('ab', 32)$$, '22023 p_new_kid'),
    ($$'a:b', repeat('ab', 32)$$, '22023 p_new_kid'),
    ($$'k', ''$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('ab', 32) || 'a'$$, '22023 p_new_secret_hex'),
    ($$'k', '73'$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('ab', 31)$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('wxyz', 16)$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('ab', 1025)$$, '22023 p_new_secret_hex'),
    ($$'k', repeat('ab', 32), -1$$, '22023 p_grace_ms'),
    ($$'k', repeat('ab', 32), 315360000001$$, '22023 p_grace_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_rotate_waitpoint_secret('k', repeat('73', 32), 315360000000)).outcome,
    'rotated',
    'a secret of 32 bytes and a grace of ten years are accepted'
);

select * from finish();
rollback;
