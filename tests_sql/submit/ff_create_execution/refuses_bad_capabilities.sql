-- tests_sql/submit/ff_create_execution/refuses_bad_capabilities.sql
begin;
select plan(19);
\ir ../../lib/clock.sql
-- when the required capabilities are not a set of tokens; then
prepare submit_requiring (text[]) as
select flowfabric.ff_create_execution('lane', p_required_capabilities => $1);
create function pg_temp.refusal() returns text language sql as $$
    select 'p_required_capabilities must be at most 256 capabilities, together at most 4096 bytes, '
        || 'each not empty and without comma, white space or control character'
$$;

select throws_ok(
    $$execute submit_requiring(array['a,b'])$$, '22023', pg_temp.refusal(), 'a comma'
);
select throws_ok(
    $$execute submit_requiring(array['a', ','])$$, '22023', pg_temp.refusal(), 'a comma alone'
);
select throws_ok(
    $$execute submit_requiring(array[E'a\x01'])$$, '22023', pg_temp.refusal(), 'a control character'
);
select throws_ok(
    $$execute submit_requiring(array['a b'])$$, '22023', pg_temp.refusal(), 'a blank'
);
select throws_ok(
    $$execute submit_requiring(array[E'a\n'])$$, '22023', pg_temp.refusal(), 'a line end'
);
select throws_ok(
    $$execute submit_requiring(array[U&'a\2003b'])$$, '22023', pg_temp.refusal(), 'an em space'
);
select throws_ok(
    $$execute submit_requiring(array[U&'a\00a0b'])$$,
    '22023', pg_temp.refusal(),
    'a blank that does not break, whatever the collation of the database'
);
select throws_ok(
    $$execute submit_requiring(array['a', ''])$$, '22023', pg_temp.refusal(), 'an empty token'
);
select throws_ok(
    $$execute submit_requiring(array[''])$$, '22023', pg_temp.refusal(), 'only an empty token'
);
select throws_ok(
    $$execute submit_requiring(array['a', null])$$, '22023', pg_temp.refusal(), 'a null'
);
select throws_ok(
    $$execute submit_requiring(array[null]::text[])$$, '22023', pg_temp.refusal(), 'only a null'
);
select throws_ok(
    $$execute submit_requiring('{{a,b},{c,d}}')$$, '22023', pg_temp.refusal(), 'two dimensions'
);
select throws_ok(
    format(
        'execute submit_requiring(%L)',
        (select array_agg(i::text) from generate_series(1, 257) as i)
    ),
    '22023', pg_temp.refusal(), '257 tokens'
);
select throws_ok(
    $$execute submit_requiring(array[repeat('a', 2048), repeat('b', 2048)])$$,
    '22023', pg_temp.refusal(), '4097 bytes, the comma between the two counted'
);
select throws_ok(
    $$execute submit_requiring(array[repeat('ä', 2049)])$$,
    '22023', pg_temp.refusal(), '4098 bytes of 2049 characters'
);
select is_empty('select 1 from flowfabric.ff_route', 'nothing was written');
select lives_ok(
    $$execute submit_requiring(array[repeat('a', 2047), repeat('b', 2048)])$$,
    '4096 bytes are accepted'
);
select lives_ok(
    format(
        'execute submit_requiring(%L)',
        (select array_agg(i::text) from generate_series(1, 256) as i)
    ),
    '256 tokens are accepted'
);
select lives_ok($$execute submit_requiring('{}')$$, 'and so is the empty set');
select * from finish();
rollback;
