begin;
select plan(38);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql

do $given$ begin perform pg_temp.lease(); end $given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_suspend(%L, ''{"operator_only": true}'')', m.handle)
        ),
        '22023 p_handle',
        'a handle ' || m.description
    )
from pg_temp.malformed_handles() as m;
select is(
    pg_temp.refusal(format('select flowfabric.ff_suspend(%L, ''{"operator_only": true}'')', null)),
    '22004 p_handle',
    'null'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
