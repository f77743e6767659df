begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select is(
    pg_temp.refusal('select * from flowfabric.ff_history(null)'), '22004 p_execution_id', 'null'
);
select is(
    pg_temp.refusal($$select * from flowfabric.ff_history('junk')$$), '22P02', 'junk'
);

select * from finish();
rollback;
