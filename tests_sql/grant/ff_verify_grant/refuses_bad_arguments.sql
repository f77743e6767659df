begin;
select plan(3);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_verify_grant(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a'$$, '22004 p_grant_key'),
    ($$'key', null$$, '22004 p_worker_id'),
    ($$'key', ''$$, '22023 p_worker_id')
) as b (arguments, refusal);

select * from finish();
rollback;
