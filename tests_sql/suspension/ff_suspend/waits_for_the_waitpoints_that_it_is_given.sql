begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a worker that created two waitpoints in advance under one key, one under another, and one
-- that has expired
select pg_temp.lease('z') as other
\gset
select waitpoint_id as others from flowfabric.ff_create_waitpoint(:'other', 'x', 60000)
\gset
select pg_temp.lease() as handle
\gset
select waitpoint_id as x1 from flowfabric.ff_create_waitpoint(:'handle', 'x', 60000)
\gset
select waitpoint_id as x2 from flowfabric.ff_create_waitpoint(:'handle', 'x', 60000)
\gset
select waitpoint_id as y1 from flowfabric.ff_create_waitpoint(:'handle', 'y', 60000)
\gset
select waitpoint_id as short from flowfabric.ff_create_waitpoint(:'handle', 'x', 1000)
\gset
select waitpoint_id as closed from flowfabric.ff_create_waitpoint(:'handle', 'x', 60000)
\gset
select outcome from flowfabric.ff_close_waitpoint(:'handle', :'closed')
\g /dev/null
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select pg_temp.stored() as before
\gset

-- when it suspends on x with waitpoints that do not fit; then
select
    is(
        pg_temp.refusal(format(
            $$select flowfabric.ff_suspend(%L, '{"any_signal": true, "on": "x"}', %L)$$,
            :'handle', b.waitpoints
        )),
        b.refusal,
        b.description
    )
from (
    values
    ('{}', '22023 p_waitpoints', 'an object instead of an array'),
    ('["x"]', '22023 p_waitpoints', 'an array without objects'),
    (
        '[{"key": "x", "waitpoint_id": "00000000-0000-7000-8000-000000000001"}]',
        '22023 p_waitpoints', 'both'
    ),
    ('[{"name": "x"}]', '22023 p_waitpoints', 'neither'),
    ('[{"key": "y"}]', '22023 p_waitpoints', 'a key that the condition does not name'),
    ('[{"key": 1}]', '22023 p_waitpoints', 'a key that is not a string'),
    ('[{"waitpoint_id": "x"}]', '22023 p_waitpoints', 'an id that is not a UUID'),
    ('[]', '22023 p_waitpoints', 'no waitpoint for the key'),
    (
        '[{"waitpoint_id": "00000000-0000-7000-8000-000000000001"}]',
        'ZF501 waitpoint_not_found', 'an unknown waitpoint'
    ),
    (format('[{"waitpoint_id": "%s"}]', :'closed'), 'ZF509 waitpoint_not_pending', 'a closed one'),
    (
        format('[{"waitpoint_id": "%s"}]', :'others'),
        'ZF510 invalid_waitpoint_for_execution', 'one of another execution'
    ),
    (
        format('[{"waitpoint_id": "%s"}]', :'short'),
        'ZF511 pending_waitpoint_expired', 'one that has expired'
    ),
    (format('[{"waitpoint_id": "%s"}]', :'y1'), '22023 p_waitpoints', 'one of another key')
) as b (waitpoints, refusal, description);
select is(
    pg_temp.error_of(format(
        $$
            select flowfabric.ff_suspend(
                %L, '{"any_signal": true, "on": "x"}', '[{"waitpoint_id": "%s"}]'
            )
        $$,
        :'handle', :'closed'
    )) ->> 'hint',
    'It was closed before an execution waited for it; create another.',
    'a closed waitpoint is refused'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when it gives one waitpoint and asks for a new one; then
select results_eq(
    format(
        $$
            select w ->> 'waitpoint_id' = %L, w ->> 'waitpoint_key'
            from flowfabric.ff_suspend(
                %L, '{"any": [{"any_signal": true, "on": "x"}, {"any_signal": true, "on": "n"}]}',
                '[{"waitpoint_id": "%s"}, {"key": "n"}]'
            ) as s
            cross join jsonb_array_elements(s.waitpoints) as w
        $$,
        :'x1', :'handle', :'x1'
    ),
    $$values (false, 'n'), (true, 'x')$$,
    'it waits at those'
);

-- when it waits for a key, without giving waitpoints; then
select pg_temp.signal(pg_temp.execution_of(:'handle'), p_key => 'n') as effect
\gset
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format(
        $$
            select (w ->> 'waitpoint_id')::uuid
            from flowfabric.ff_suspend(%L, '{"any_signal": true, "on": "x"}') as s
            cross join jsonb_array_elements(s.waitpoints) as w
        $$,
        :'handle'
    ),
    format('values (%L::uuid)', :'x2'),
    'it waits at the open ones of that key: not used, closed or expired ones'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
