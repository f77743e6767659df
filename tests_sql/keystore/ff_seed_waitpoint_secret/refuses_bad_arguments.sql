begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_seed_waitpoint_secret(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, repeat('ab', 32)$$, '22004 p_kid'),
    ($$'k', null$$, '22004 p_secret_hex'),
    ($$'', repeat('ab', 32)$$, '22023 p_kid'),
    ($$'a:b', repeat('ab', 32)$$, '22023 p_kid'),
    ($$'a b', repeat('ab', 32)$$, '22023 p_kid'),
    ($$E'a\n', repeat('ab', 32)$$, '22023 p_kid'),
    ($$repeat('k', 65), repeat('ab', 32)$$, '22023 p_kid'),
    ($$'k', ''$$, '22023 p_secret_hex'),
    ($$'k', repeat('ab', 31)$$, '22023 p_secret_hex'),
    ($$'k', repeat('ab', 33)$$, '22023 p_secret_hex'),
    ($$'k', repeat('ab', 31) || 'a'$$, '22023 p_secret_hex'),
    ($$'k', repeat('ag', 32)$$, '22023 p_secret_hex'),
    ($$'k', '\x' || repeat('ab', 31)$$, '22023 p_secret_hex')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_seed_waitpoint_secret(repeat('k', 64), repeat('Ab', 32))).outcome,
    'seeded',
    'a name at its limit is accepted'
);

select * from finish();
rollback;
