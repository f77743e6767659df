begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

-- given leases; when they are completed with both forms of output, or with more than 16 MiB; then
select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_complete(%L, %s)', :'handle', b.arguments)),
        '22023 ' || b.argument,
        b.description
    )
from (
    values
    ($$'{}', '\x00'$$, 'p_result', 'both forms'),
    ($$'null', ''$$, 'p_result', 'both forms, though empty'),
    ($$null, decode(repeat('00', 16777217), 'hex')$$, 'p_result', '16 MiB and a byte'),
    ($$to_jsonb(repeat('x', 16777215))$$, 'p_output', 'JSON of 16 MiB and a byte'),
    ($$to_jsonb(array_fill(1234567, array[2500000]))$$, 'p_output', 'JSON of 20 MB in small pieces')
) as b (arguments, argument, description);
select is(pg_temp.stored(), :'before', 'nothing was written');

select is(
    (flowfabric.ff_complete(:'handle', to_jsonb(repeat('x', 16777214)))).is_replay,
    false,
    'JSON of 16 MiB'
);
select pg_temp.lease('a') as handle
\gset
select is(
    (
        flowfabric.ff_complete(:'handle', p_result => decode(repeat('00', 16777216), 'hex'))
    ).is_replay,
    false,
    '16 MiB'
);
select results_eq(
    $$
        select octet_length(output::text), octet_length(result)
        from flowfabric.ff_exec_core
        order by result nulls first
    $$,
    'values (16777216, null::integer), (null, 16777216)',
    'accepted results are stored'
);

select * from finish();
rollback;
