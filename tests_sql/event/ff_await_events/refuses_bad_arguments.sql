begin;
select plan(3);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_await_events(%L)', b.cursor)),
        b.refusal,
        coalesce(b.cursor, 'null')
    )
from (
    values (null, '22004 p_cursor'), ('', '22023 p_cursor'), ('garbage', '22023 p_cursor')
) as b (cursor, refusal);

select * from finish();
rollback;
