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
        pg_temp.refusal(format('select flowfabric.ff_save_step(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        left(b.arguments, 60)
    )
from (
    values
    ('null', '22004 p_step_key'),
    ($$''$$, '22023 p_step_key'),
    ($$repeat('x', 201)$$, '22023 p_step_key'),
    ($$e'a\nb'$$, '22023 p_step_key'),
    ($$e'a\u0085b'$$, '22023 p_step_key'),
    ($$'a', '1', 'b'$$, '22023 p_result'),
    ($$'a', p_result => decode(repeat('00', 16777217), 'hex')$$, '22023 p_result'),
    ($$'a', to_jsonb(repeat('x', 16777215))$$, '22023 p_output')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(format('select flowfabric.ff_save_step(%L, repeat(''x'', 200))', :'handle')),
    'nothing',
    '200 bytes are a key'
);
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_save_step(
            %L, e'\u00e4rger und gl\u00fcck', to_jsonb(repeat('x', 16777214))
        )$$,
        :'handle'
    )),
    'nothing',
    'any letters, and 16 MiB, are fine'
);
select * from finish();
rollback;
