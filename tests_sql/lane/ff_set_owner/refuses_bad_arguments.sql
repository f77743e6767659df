begin;
select plan(9);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_set_owner(%s)', c.arguments)),
        c.refusal, c.arguments
    )
from (
    values
    ($$null, 'mail', 'ff_reader'$$, '22004 p_object'),
    ($$'lane', 'mail', 'ff_reader'$$, '22023 p_object'),
    ($$'consumer', null, 'ff_reader'$$, '22004 p_name'),
    ($$'budget', 'mail', 'ff_reader'$$, '22023 p_name'),
    ($$'consumer', 'mail', null$$, '22004 p_owner'),
    ($$'consumer', 'mail', 'nobody we know'$$, '22023 p_owner'),
    ($$'worker', 'mail', 'ff_reader', null$$, '22004 p_namespace'),
    ($$'consumer', 'mail', 'ff_reader', p_reason => ''$$, '22023 p_reason')
) as c (arguments, refusal);
select is(
    (flowfabric.ff_set_owner('consumer', 'mail', 'ff_reader')).outcome, 'not_found',
    'an object that does not exist is an outcome'
);

select * from finish();
rollback;
