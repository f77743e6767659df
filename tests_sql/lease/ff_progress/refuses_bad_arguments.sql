begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when an argument of a report is bad; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_progress(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.description
    )
from (
    values
    ('p_percent => -1', '22023 p_percent', 'less than 0 percent'),
    ('p_percent => 101', '22023 p_percent', 'more than 100 percent'),
    ($$p_message => repeat('m', 4097)$$, '22023 p_message', 'a message of 4097 bytes'),
    (
        $$p_message => repeat('ä', 2049)$$,
        '22023 p_message',
        'a message of 4098 bytes in fewer characters'
    )
) as b (arguments, refusal, description);
select is(pg_temp.stored(), :'before', 'nothing was written');
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_progress(%L, %s)', :'handle', b.arguments)),
        'nothing',
        b.arguments
    )
from (
    values
    ('p_percent => 0'), ('p_percent => 100'), ($$p_message => repeat('m', 4096)$$)
) as b (arguments);

select * from finish();
rollback;
