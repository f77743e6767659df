-- tests_sql/submit/ff_create_execution/names_the_argument_it_refuses.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an argument is refused; then DETAIL names it
create function pg_temp.refused(p_arguments text) returns jsonb language sql as $$
    select pg_temp.error_of(
        format('select flowfabric.ff_create_execution(%s)', p_arguments)
    ) - array['hint', 'message']
$$;

select is(
    pg_temp.refused($$''$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_lane_id"}}', 'p_lane_id'
);
select is(
    pg_temp.refused($$'lane', p_kind => ''$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_kind"}}', 'p_kind'
);
select is(
    pg_temp.refused($$'lane', p_namespace => ''$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_namespace"}}', 'p_namespace'
);
select is(
    pg_temp.refused($$'lane', p_actor => ''$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_actor"}}', 'p_actor'
);
select is(
    pg_temp.refused($$'lane', p_priority => -1$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_priority"}}', 'p_priority'
);
select is(
    pg_temp.refused($$'lane', p_required_capabilities => '{" "}'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_required_capabilities"}}',
    'p_required_capabilities'
);
select is(
    pg_temp.refused($$'lane', p_delay_ms => -1$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_delay_ms"}}', 'p_delay_ms'
);
select is(
    pg_temp.refused($$'lane', p_run_at => 'infinity'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_run_at"}}', 'p_run_at'
);
select is(
    pg_temp.refused($$'lane', p_deadline_ms => 0$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_deadline_ms"}}', 'p_deadline_ms'
);
select is(
    pg_temp.refused($$'lane', p_deadline_at => 'infinity'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_deadline_at"}}', 'p_deadline_at'
);
select is(
    pg_temp.refused($$'lane', p_idempotency_key => ''$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_idempotency_key"}}', 'p_idempotency_key'
);
select is(
    pg_temp.refused($$'lane', p_tags => '[]'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_tags"}}', 'p_tags'
);
select is(
    pg_temp.refused($$'lane', p_policy => '[]'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_policy"}}', 'p_policy'
);
select is(
    pg_temp.refused($$'lane', p_execution_id => '550e8400-e29b-41d4-a716-446655440000'$$),
    '{"sqlstate": "22023", "detail": {"argument": "p_execution_id"}}', 'p_execution_id'
);
select * from finish();
rollback;
