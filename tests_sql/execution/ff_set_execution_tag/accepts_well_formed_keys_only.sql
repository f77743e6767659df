begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_set_execution_tag(pg_temp.id(1), %L, %L)', k.key, 'v')
        ),
        '22023 p_key',
        format('not %L', replace(left(k.key, 20), chr(10), ' and a newline'))
    )
from (
    values
    (''), ('Cairn.x'), ('cairn'), ('cairn.'), ('cairn..x'), ('1cairn.x'), ('cairn.X'), ('cairn.x '),
    (E'cairn.x\n'), ('cäirn.x'), ('a.' || repeat('b', 255))
) as k (key);
select is(pg_temp.stored(), :'before', 'nothing was written');
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_set_execution_tag(pg_temp.id(1), %L, %L)', k.key, 'v')
        ),
        'nothing',
        format('"%s"', left(k.key, 20))
    )
from (
    values ('cairn.task_id'), ('a.b'), ('a.b.c'), ('a_1.0'), ('a.' || repeat('b', 254))
) as k (key);

select * from finish();
rollback;
