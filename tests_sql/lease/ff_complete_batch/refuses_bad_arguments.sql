begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when an array is null, or the arrays do not fit together; then the call as a whole is refused
select
    is(
        pg_temp.refusal(
            format('select * from flowfabric.ff_complete_batch(%s)', format(b.arguments, :'handle'))
        ),
        b.refusal,
        b.description
    )
from (
    values
    ('22004 p_handles', 'null', 'null'),
    ('22023 p_handles', $$array[array[%L]]$$, 'handles of two dimensions'),
    ('22023 p_handles', $$array_fill(%L::text, array[10001])$$, '10001 handles'),
    ('22023 p_outputs', $$array[%L], '{}'$$, 'too few outputs'),
    ('22023 p_outputs', $$array[%L], array['1', '2']::jsonb[]$$, 'too many outputs'),
    ('22023 p_results', $$array[%L], p_results => '{}'$$, 'too few results'),
    ('22023 p_results', $$array[%L], p_results => array['1', '2']::bytea[]$$, 'too many results'),
    (
        '22023 p_results',
        $$array[%L], array['1']::jsonb[], '{}'$$,
        'outputs that fit, and results that do not'
    )
) as b (refusal, arguments, description);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (
        select array_agg(distinct c.error_code)
        from flowfabric.ff_complete_batch(array_fill('junk'::text, array[10000])) as c
    ),
    array['22023'],
    '10000 handles are allowed'
);

select * from finish();
rollback;
