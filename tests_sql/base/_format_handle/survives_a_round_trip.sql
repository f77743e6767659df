-- tests_sql/base/_format_handle/survives_a_round_trip.sql
begin;
select plan(9);
set local search_path = flowfabric, public;
-- given the fence of a lease; when it is written as a handle and parsed again; then
select is(
    flowfabric._format_handle(
        '550e8400-e29b-41d4-a716-446655440000', '00000000-0000-7000-8000-000000000002', 3, 30000
    ),
    '550e8400-e29b-41d4-a716-446655440000:00000000-0000-7000-8000-000000000002'
    || ':0000000000000000003:00030000:9a82b10191a70f96',
    'a handle is text of fixed width: execution, lease, epoch, ttl, check digits'
);
select is(
    to_jsonb(flowfabric._parse_handle(flowfabric._format_handle(
        '550e8400-e29b-41d4-a716-446655440000', '00000000-0000-7000-8000-000000000002', 3, 30000
    ))),
    '{
        "execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "attempt_index": null,
        "lease_epoch": 3,
        "lease_id": "00000000-0000-7000-8000-000000000002",
        "attempt_id": null,
        "lease_ttl_ms": 30000
    }',
    'every field comes back; the lease implies the attempt'
);
select is(
    to_jsonb(flowfabric._parse_handle(flowfabric._format_handle(
        'ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        9223372036854775807, 86400000
    ))) - array['attempt_id', 'attempt_index'],
    '{
        "execution_id": "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "lease_epoch": 9223372036854775807,
        "lease_id": "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "lease_ttl_ms": 86400000
    }',
    'the largest values come back, too'
);
select is(
    to_jsonb(flowfabric._try_parse_handle(flowfabric._format_handle(
        '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 1, 1
    ))) - array['attempt_id', 'attempt_index'],
    '{
        "execution_id": "00000000-0000-0000-0000-000000000000",
        "lease_epoch": 1,
        "lease_id": "00000000-0000-0000-0000-000000000000",
        "lease_ttl_ms": 1
    }',
    'the smallest values come back, too'
);
select is(
    (
        select
            array_agg(distinct octet_length(flowfabric._format_handle(
                gen_random_uuid(), gen_random_uuid(), n::bigint * n * n * n, n
            )))
        from generate_series(1, 1000) as n
    ),
    '{119}',
    'the width is always the same'
);
select ok(
    flowfabric._try_parse_handle(null) is null,
    'null instead of a handle is null instead of a fence'
);
select ok(flowfabric._try_parse_handle('') is null, 'an empty text is not a handle');
-- when any one character of a handle is replaced by another possible one; then
select is_empty(
    $$
        select p.place, c.digit
        from (
            select flowfabric._format_handle(
                '550e8400-e29b-41d4-a716-446655440000', '5a1c6e1e-0000-4000-8000-00000000000a',
                3, 30000
            ) as handle
        ) as h
        cross join generate_series(1, 119) as p (place)
        cross join string_to_table('0123456789abcdefABCDEF-:.+ x', null) as c (digit)
        where
            substr(h.handle, p.place, 1) <> c.digit
            and (flowfabric._try_parse_handle(
                overlay(h.handle placing c.digit from p.place for 1)
            )).execution_id is not null
    $$,
    'the text is not a handle any more, whichever character was replaced'
);
-- when two neighbouring characters change places; then
select is_empty(
    $$
        select p.place
        from (
            select flowfabric._format_handle(
                '550e8400-e29b-41d4-a716-446655440000', '5a1c6e1e-0000-4000-8000-00000000000a',
                3, 30000
            ) as handle
        ) as h
        cross join generate_series(1, 118) as p (place)
        where
            substr(h.handle, p.place, 1) <> substr(h.handle, p.place + 1, 1)
            and (flowfabric._try_parse_handle(
                left(h.handle, p.place - 1) || reverse(substr(h.handle, p.place, 2))
                || substr(h.handle, p.place + 2)
            )).execution_id is not null
    $$,
    'the text is not a handle any more, wherever two characters changed places'
);
select * from finish();
rollback;
