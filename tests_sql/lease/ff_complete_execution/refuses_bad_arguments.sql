begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when the result is too large; then
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_complete_execution', :'handle', $$p_output => '1', p_result => '\x00'$$
    )),
    '22023 p_result',
    'a result in both forms'
);
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_complete_execution',
        :'handle',
        $$p_result => convert_to(repeat('x', 16777217), 'UTF8')$$
    )),
    '22023 p_result',
    'a byte more than 16 MiB'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
