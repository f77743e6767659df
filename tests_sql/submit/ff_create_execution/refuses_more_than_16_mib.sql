-- tests_sql/submit/ff_create_execution/refuses_more_than_16_mib.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- given content of 16 MiB, and of one byte more, in every form; then
create function pg_temp.submit_bytes(p_length integer) returns text language sql as $$
    select c.outcome
    from flowfabric.ff_create_execution(
        'lane', p_payload => convert_to(repeat('x', p_length), 'UTF8')
    ) as c
$$;
-- a JSON string of that length, its quotes included
create function pg_temp.submit_json(p_length integer) returns text language sql as $$
    select c.outcome
    from flowfabric.ff_create_execution('lane', to_jsonb(repeat('x', p_length - 2))) as c
$$;

select is(pg_temp.submit_bytes(16777216), 'created', '16 MiB of bytes are accepted');
select is(
    pg_temp.error_of('select pg_temp.submit_bytes(16777217)') - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_payload must be at most 16 MiB",
        "detail": {"argument": "p_payload"}
    }',
    'a byte more is refused'
);
select is(pg_temp.submit_json(16777216), 'created', '16 MiB of JSON are accepted');
select is(
    pg_temp.error_of('select pg_temp.submit_json(16777217)') - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_input must be at most 16 MiB",
        "detail": {"argument": "p_input"}
    }',
    'a byte more is refused'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', to_jsonb(repeat('ä', 8388608)))$$,
    '22023', 'p_input must be at most 16 MiB',
    'bytes are counted, not characters'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_payload => convert_to(repeat('x', 20971520), 'UTF8')
    )$$,
    '22023', 'p_payload must be at most 16 MiB',
    '20 MiB are refused'
);

create temporary table stored (input jsonb, payload bytea);
insert into stored
values (to_jsonb(repeat('x', 16777215)), convert_to(repeat('x', 16777217), 'UTF8'));
select ok(
    (select pg_column_size(s.input) + pg_column_size(s.payload) < 1000000 from stored as s),
    'given a caller''s table that holds one byte too many, compressed'
);
select throws_ok(
    'select flowfabric.ff_create_execution(''lane'', s.input) from stored as s',
    '22023', 'p_input must be at most 16 MiB',
    'JSON that is compressed in that table is measured without compression'
);
select throws_ok(
    'select flowfabric.ff_create_execution(''lane'', p_payload => s.payload) from stored as s',
    '22023', 'p_payload must be at most 16 MiB',
    'bytes are, too'
);
select is(
    pg_column_size(('[' || repeat('1e131071,', 199) || '0]')::jsonb) < 8192,
    true,
    'given JSON of a few kB whose text has 26 MB'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', ('[' || repeat('1e131071,', 199) || '0]')::jsonb
    )$$,
    '22023', 'p_input must not have a number of more than 400 characters',
    'its text is measured, which the worker gets'
);
insert into stored (input) values (('[' || repeat('1e131071,', 399) || '0]')::jsonb);
select is(
    (
        select pg_column_size(s.input) < 1024 from stored as s
        where s.payload is null
    ),
    true,
    'given the same in a caller''s table, where it is compressed to less than a kB'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', s.input)
    from stored as s
    where s.payload is null$$,
    '22023', 'p_input must not have a number of more than 400 characters',
    'it is measured in the same way'
);
select results_eq(
    'select count(*) from flowfabric.ff_exec_core',
    'values (2::bigint)',
    'refused content was not written'
);
select * from finish();
rollback;
