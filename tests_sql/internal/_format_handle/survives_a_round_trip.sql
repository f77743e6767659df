-- tests_sql/internal/_format_handle/survives_a_round_trip.sql
begin;
select plan(7);
set local search_path = flowfabric, public;
-- given the fence of a lease; when it is written as a handle and parsed again; then
select is(
    flowfabric._format_handle(
        7::smallint, '550e8400-e29b-41d4-a716-446655440000', 1, 3,
        '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 30000
    ),
    'ff1:7:550e8400-e29b-41d4-a716-446655440000:1:3:00000000-0000-4000-8000-000000000002'
    || ':00000000-0000-4000-8000-000000000001:30000',
    'a handle is versioned text'
);
select is(
    to_jsonb(flowfabric._parse_handle(flowfabric._format_handle(
        7::smallint, '550e8400-e29b-41d4-a716-446655440000', 1, 3,
        '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 30000
    ))),
    '{
        "partition_key": 7,
        "execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "attempt_index": 1,
        "lease_epoch": 3,
        "lease_id": "00000000-0000-4000-8000-000000000002",
        "attempt_id": "00000000-0000-4000-8000-000000000001",
        "lease_ttl_ms": 30000
    }',
    'and every field comes back'
);
select is(
    to_jsonb(flowfabric._parse_handle(flowfabric._format_handle(
        255::smallint, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 2147483647, 9223372036854775807,
        'ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 86400000
    ))),
    '{
        "partition_key": 255,
        "execution_id": "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "attempt_index": 2147483647,
        "lease_epoch": 9223372036854775807,
        "lease_id": "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "attempt_id": "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "lease_ttl_ms": 86400000
    }',
    'also the largest values'
);
select is(
    to_jsonb(flowfabric._try_parse_handle(flowfabric._format_handle(
        0::smallint, '00000000-0000-0000-0000-000000000000', 0, 1,
        '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 1
    ))),
    '{
        "partition_key": 0,
        "execution_id": "00000000-0000-0000-0000-000000000000",
        "attempt_index": 0,
        "lease_epoch": 1,
        "lease_id": "00000000-0000-0000-0000-000000000000",
        "attempt_id": "00000000-0000-0000-0000-000000000000",
        "lease_ttl_ms": 1
    }',
    'and the smallest'
);
select ok(flowfabric._try_parse_handle(null) is null, 'no handle is no fence');
select ok(flowfabric._try_parse_handle('ff1:') is null, 'and neither is an empty one');
select ok(
    flowfabric._try_parse_handle(
        'ff1:7:550e8400-e29b-41d4-a716-446655440000::3:00000000-0000-4000-8000-000000000002'
        || ':00000000-0000-4000-8000-000000000001:30000'
    ) is null,
    'a field that is left out does not become a NULL in a fence'
);
select * from finish();
rollback;
