begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution with a tag; when tags are set, in each phase; then
do $given$
begin
    perform pg_temp.submit_number(1, p_tags => '{"billing.customer_id": "17"}');
    perform pg_temp.advance('1 s');
end;
$given$;
select is(
    to_jsonb(flowfabric.ff_set_execution_tag(pg_temp.id(1), 'billing.customer_id', '18')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "tag_key": "billing.customer_id",
        "tag_value": "18"
    }',
    'the result names the tag'
);
do $when$
begin
    perform pg_temp.claim('a');
    perform flowfabric.ff_set_execution_tag(pg_temp.id(1), 'a.b.c', 'held');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
    perform flowfabric.ff_set_execution_tag(pg_temp.id(1), 'a.over', 'yes');
end;
$when$;
select is(
    pg_temp.described(pg_temp.id(1), 'tags', 'public_state', 'updated_at'),
    '{
        "tags": {"billing.customer_id": "18", "a.b.c": "held", "a.over": "yes"},
        "public_state": "cancelled",
        "updated_at": "2030-01-01T12:00:02+00:00"
    }',
    'tags are replaced and added, without nesting, and nothing else changes'
);
select results_eq(
    'select kind::text, tags from flowfabric.ff_event_item order by event_id',
    $$
        select k.kind, '{"billing.customer_id": "18", "a.b.c": "held", "a.over": "yes"}'::jsonb
        from (values ('acquired'), ('completed')) as k (kind)
    $$,
    'readers of events get the tags that the execution has now'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
