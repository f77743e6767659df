-- tests_sql/submit/ff_create_execution/refuses_null_where_a_value_is_needed.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an argument that has no default of null is null; then
select is(
    pg_temp.error_of('select flowfabric.ff_create_execution(null)'),
    '{
        "sqlstate": "22004",
        "message": "p_lane_id must not be null",
        "detail": {"argument": "p_lane_id"},
        "hint": "Pass a value and call again."
    }',
    'a lane; the error names it'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_kind => null)$$)
    - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_kind"}}',
    'a kind'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_priority => null)$$)
    - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_priority"}}',
    'a priority'
);
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_create_execution('lane', p_required_capabilities => null)$$
    ) - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_required_capabilities"}}',
    'capabilities'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_namespace => null)$$)
    - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_namespace"}}',
    'a namespace'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_tags => null)$$)
    - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_tags"}}',
    'tags'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
