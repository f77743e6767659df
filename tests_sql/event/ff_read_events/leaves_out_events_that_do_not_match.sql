begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- when there is a filter; then
select is(pg_temp.told(f.page), f.expected, f.description)
from (
    values
    (
        flowfabric.ff_read_events(p_kinds => '{completed}'),
        'completed 1, completed 2, completed 3', 'events of one kind'
    ),
    (
        flowfabric.ff_read_events(p_kinds => '{acquired,completed}', p_limit => 3),
        'acquired 1, acquired 2, completed 1', 'events of two kinds'
    ),
    (
        flowfabric.ff_read_events(p_namespace => 'tenant'),
        'acquired 3, completed 3', 'events of a namespace'
    ),
    (
        flowfabric.ff_read_events(p_namespace => 'default', p_kinds => '{completed}'),
        'completed 1, completed 2', 'events of the default namespace'
    ),
    (
        flowfabric.ff_read_events(p_tag_key => 'billing.customer'),
        'acquired 3, completed 3', 'events with a tag'
    ),
    (
        flowfabric.ff_read_events(p_tag_key => 'billing.customer', p_tag_value => '17'),
        'acquired 3, completed 3', 'events with a tag of this value'
    ),
    (
        flowfabric.ff_read_events(p_tag_key => 'billing.customer', p_tag_value => '18'),
        'nothing', 'no events with a tag of another value'
    )
) as f (page, expected, description);
select is(
    (flowfabric.ff_read_events(p_kinds => '{replayed}')).next_cursor,
    (flowfabric.ff_read_events()).next_cursor,
    'the cursor moves on when no event matches'
);
select is(
    (flowfabric.ff_read_events(p_kinds => '{}')).next_cursor,
    (flowfabric.ff_read_events()).next_cursor,
    'also when no event can match'
);

select * from finish();
rollback;
