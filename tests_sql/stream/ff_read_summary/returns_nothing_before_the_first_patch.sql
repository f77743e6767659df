begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select is_empty(
    format('select * from flowfabric.ff_read_summary(%L)', :'id'), 'there is no document yet'
);
select from flowfabric.ff_append_frame(:'handle', p_text => 'a line');
select is_empty(
    format('select * from flowfabric.ff_read_summary(%L)', :'id'), 'other frames make no document'
);
select from flowfabric.ff_append_frame(:'handle', p_json => '{"a": 1}', p_mode => 'summary');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select from flowfabric.ff_append_frame(:'handle', p_json => '{"b": 2}', p_mode => 'summary');
select is(
    (select to_jsonb(s) from flowfabric.ff_read_summary(:'id', 0) as s),
    '{
        "document": {"a": 1, "b": 2}, "version": 2, "patch_kind": "json_merge_patch",
        "first_applied_at": "2030-01-01T12:00:00+00:00",
        "last_updated_at": "2030-01-01T12:00:01+00:00"
    }',
    'the document and its version'
);
select is_empty(
    format('select * from flowfabric.ff_read_summary(%L, 1)', :'id'),
    'another attempt has no document'
);
select is(
    pg_temp.refusal('select flowfabric.ff_read_summary(pg_temp.id(9))'),
    'ZF201 execution_not_found', 'an unknown execution'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_read_summary(%L, -1)', :'id')),
    '22023 p_attempt_index', 'a negative attempt is refused'
);

select * from finish();
rollback;
