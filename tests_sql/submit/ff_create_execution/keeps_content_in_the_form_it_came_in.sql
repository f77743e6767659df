-- tests_sql/submit/ff_create_execution/keeps_content_in_the_form_it_came_in.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
-- given content as JSON, as bytes, no content, and the JSON null; then
select lives_ok(
    $$select
        flowfabric.ff_create_execution(
            'a', '{"b": "ä€😀", "a": [1, 2.50, 1e2]}',
            p_execution_id => '00000000-0000-7000-8000-000000000001'
        ),
        flowfabric.ff_create_execution(
            'b', p_payload => '\x00ff0a',
            p_execution_id => '00000000-0000-7000-8000-000000000002'
        ),
        flowfabric.ff_create_execution(
            'c', p_execution_id => '00000000-0000-7000-8000-000000000003'
        ),
        flowfabric.ff_create_execution(
            'd', 'null', p_execution_id => '00000000-0000-7000-8000-000000000004'
        ),
        flowfabric.ff_create_execution(
            'e', p_payload => '\x',
            p_execution_id => '00000000-0000-7000-8000-000000000005'
        )$$,
    'given content of every form'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'input', 'payload'),
    '{"input": {"a": [1, 2.50, 100], "b": "ä€😀"}, "payload": null}',
    'JSON comes back as JSON'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000002', 'input', 'payload'),
    '{"input": null, "payload": "\\x00ff0a"}',
    'bytes come back as bytes, also those that are not text'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000003', 'input', 'payload'),
    '{"input": null, "payload": null}',
    'no content comes back as no content'
);
select results_eq(
    $$select d.input, d.payload
    from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000004') as d$$,
    $$values ('null'::jsonb, null::bytea)$$,
    'the JSON null is content'
);
select results_eq(
    $$select d.input, d.payload
    from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000005') as d$$,
    $$values (null::jsonb, ''::bytea)$$,
    'an empty byte string is content'
);
select results_eq(
    $$select c.input, c.payload
    from unnest('{a,b,c,d,e}'::text[]) as l (lane_id)
    cross join lateral flowfabric.ff_claim(l.lane_id, 'a', 'a-1') as c$$,
    $$values
    ('{"a": [1, 2.50, 100], "b": "ä€😀"}'::jsonb, null::bytea),
    (null, '\x00ff0a'),
    (null, null),
    ('null', null),
    (null, '')$$,
    'the worker gets the same content'
);
select * from finish();
rollback;
