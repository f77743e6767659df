-- tests_sql/internal/_format_execution_id/survives_a_round_trip.sql
begin;
select plan(4);
set local search_path = flowfabric, public;
-- given the key of an execution; when it is written and parsed again; then
select is(
    flowfabric._format_execution_id(7::smallint, '0192f0a0-1111-7111-8111-123456789012'),
    '{fp:7}:0192f0a0-1111-7111-8111-123456789012',
    'the wire form is {fp:N}:<uuid>'
);
select is(
    to_jsonb(flowfabric._parse_execution_id(
        'p_any', '{fp:7}:0192f0a0-1111-7111-8111-123456789012'
    )),
    '{"partition_key": 7, "execution_id": "0192f0a0-1111-7111-8111-123456789012"}',
    'and both parts come back'
);
select throws_ok(
    $$select flowfabric._parse_execution_id('p_any', '{fp:7}')$$,
    '22023', 'p_any is not an execution id', 'the error names the argument it was given'
);
select is(
    flowfabric._solo_partition_key('0192f0a0-1111-7111-8111-1234567890ff'), 255::smallint,
    'the partition of a solo execution is the last byte of its uuid'
);
select * from finish();
rollback;
