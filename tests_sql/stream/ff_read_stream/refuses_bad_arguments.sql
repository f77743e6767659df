begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_read_stream(%L, %s)', :'id', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('-1', '22023 p_attempt_index'),
    ($$p_from => '-'$$, '22023 p_from'),
    ($$p_from => '+'$$, '22023 p_from'),
    ('p_from => null', '22004 p_from'),
    ($$p_to => '1-2-3'$$, '22023 p_to'),
    ($$p_after => 'x'$$, '22023 p_after'),
    ('p_limit => 0', '22023 p_limit'),
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => 10001', 'ZF702 stream_page_too_large'),
    ('p_limit => 10000', 'nothing'),
    ($$p_visibility => 'none'$$, '22023 p_visibility'),
    ('p_visibility => null', '22023 p_visibility')
) as b (arguments, refusal);
select is(
    pg_temp.refusal('select flowfabric.ff_read_stream(pg_temp.id(9))'),
    'ZF201 execution_not_found', 'an unknown execution'
);
select is(
    pg_temp.refusal('select flowfabric.ff_read_stream(null)'), '22004 p_execution_id',
    'a null execution'
);

select * from finish();
rollback;
