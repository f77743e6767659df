-- tests_sql/submit/ff_create_executions/refuses_bad_times_item_by_item.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given items whose instants and bytes cannot be parsed; then
select results_eq(
    $$select c.outcome, c.error_code, c.error_detail
    from flowfabric.ff_create_executions('lane', array_fill('1'::jsonb, array[7]), '{
        "run_at": [
            "tomorrow noon-ish", "infinity", "2030-13-01 00:00:00+00", "", "2030-01-01 12:00:00+00",
            null, null
        ],
        "deadline_at": [null, null, null, null, null, "never", "-infinity"]
    }') as c$$,
    $$values
    (
        'invalid', '22023', '{
            "argument": "p_options.run_at", "message": "p_options.run_at is not an instant"
        }'::jsonb
    ),
    ('invalid', '22023', '{"argument": "p_options.run_at", "message": "p_options.run_at is not an instant"}'),
    (
        'invalid', '22023', '{
            "argument": "p_options.run_at", "message": "p_options.run_at is not an instant"
        }'
    ),
    (
        'invalid', '22023', '{
            "argument": "p_options.run_at", "message": "p_options.run_at is not an instant"
        }'
    ),
    ('created', null, null),
    (
        'invalid', '22023', '{
            "argument": "p_options.deadline_at", "message": "p_options.deadline_at is not an instant"
        }'
    ),
    ('invalid', '22023', '{"argument": "p_options.deadline_at", "message": "p_options.deadline_at is not an instant"}')$$,
    'each item is refused or created by itself'
);
select * from finish();
rollback;
