begin;
select plan(11);
\ir ../../lib/clock.sql

-- given an execution in another lane
select lives_ok(
    $$
        select flowfabric.ff_create_execution(
            'theirs', '1', p_execution_id => '00000000-0000-7000-8000-000000000001'
        )
    $$,
    'given an id that is taken'
);
create function pg_temp.answers(p_inputs jsonb[], p_keys jsonb, p_ids jsonb)
returns text
language plpgsql
as $answers$
declare
    v_answers flowfabric.ff_created_item[] := array(
        select a
        from flowfabric.ff_create_executions(
            'mine', p_inputs, jsonb_build_object('idempotency_key', p_keys, 'execution_id', p_ids)
        ) as a
    );
begin
    return (select string_agg(
        concat_ws(' ', a.outcome, a.error_code, case
            when a.outcome = 'duplicate' then (
                select d.lane_id || ' ' || d.input::text
                from flowfabric.ff_describe_execution(a.execution_id) as d
            )
        end), ', '
    )
    from unnest(v_answers) as a);
end;
$answers$;

-- when an item has that id, and the next ones have its key; then
select is(
    pg_temp.answers(
        '{1,1}', '["a", "a"]', '["00000000-0000-7000-8000-000000000001", null]'
    ),
    'idempotency_key_conflict ZF205, created',
    'the next item with the same content is created'
);
select is(
    pg_temp.answers(
        '{1,2,2,1}', '["b", "b", "b", "b"]',
        '["00000000-0000-7000-8000-000000000001", null, null, null]'
    ),
    'idempotency_key_conflict ZF205, created, duplicate mine 2, idempotency_key_conflict ZF205',
    'if its content is another one, it is created, too, and decides about the next ones'
);
select is(
    pg_temp.answers('{1}', '["a"]', 'null'),
    'duplicate mine 1',
    'the key finds the created item'
);

-- when an id is used twice in a batch, with two contents; then
select is(
    pg_temp.answers(
        '{1,2,2}', '["c", "d", "d"]',
        '[
            "00000000-0000-7000-8000-000000000005",
            "00000000-0000-7000-8000-000000000005", null
        ]'
    ),
    'created, idempotency_key_conflict ZF205, created',
    'the key of the second use is decided again, too'
);
select is(
    pg_temp.answers(
        '{1,2,2}', '[null, "e", "e"]',
        '[
            "00000000-0000-7000-8000-000000000006",
            "00000000-0000-7000-8000-000000000006",
            "00000000-0000-7000-8000-000000000007"
        ]'
    ),
    'created, idempotency_key_conflict ZF205, created',
    'also for an item with an id that comes later'
);
select is(
    pg_temp.answers(
        '{1,2,2,2}', '[null, "f", "f", "f"]',
        '[
            "00000000-0000-7000-8000-000000000009",
            "00000000-0000-7000-8000-000000000009",
            "00000000-0000-7000-8000-000000000008", null
        ]'
    ),
    'created, idempotency_key_conflict ZF205, idempotency_key_conflict ZF205, created',
    'an id that sorts earlier is refused, because rows are written in the order of their ids'
);

-- when the first id exists before the batch; then
select is(
    pg_temp.answers(
        '{9,9}', '["h", "h"]',
        '[
            "00000000-0000-7000-8000-000000000005",
            "00000000-0000-7000-8000-000000000004"
        ]'
    ),
    'idempotency_key_conflict ZF205, created',
    'it is refused before rows are written, so any other id may follow'
);

-- when the id has the same work, under another key; then
select is(
    pg_temp.answers(
        '{1,1}', '["g", "g"]', '["00000000-0000-7000-8000-000000000005", null]'
    ),
    'duplicate mine 1, created',
    'the key is not taken, because the execution has another one'
);
select is(
    (select count(*) from flowfabric.ff_list_executions('{"lane_id": "mine"}')), 10::bigint,
    'each item that was answered created exists'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
