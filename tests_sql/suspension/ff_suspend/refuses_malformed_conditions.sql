begin;
select plan(40);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- when a worker suspends on a malformed condition; then the message says where in the JSON
select pg_temp.lease() as handle
\gset
select pg_temp.stored() as before
\gset
select
    is(
        (pg_temp.error_of(format('select flowfabric.ff_suspend(%L, %L)', :'handle', b.condition)))
        ->> 'message',
        'p_condition ' || b.message,
        b.condition
    )
from (
    values
    ('[]', 'must be a JSON object'),
    ('"approved"', 'must be a JSON object'),
    ('null', 'must be a JSON object'),
    ('{}', 'must have a member all, any, count, signal, any_signal, operator_only or timeout_only'),
    (
        '{"on": "x"}',
        'must have a member all, any, count, signal, any_signal, operator_only or timeout_only'
    ),
    ('{"signal": "a"}', 'must name a waitpoint: "on" is missing'),
    (
        '{"signal": "", "on": "x"}',
        'at "signal" must be a string of 1 to 256 bytes without control characters'
    ),
    (
        '{"signal": 1, "on": "x"}',
        'at "signal" must be a string of 1 to 256 bytes without control characters'
    ),
    (
        '{"signal": null, "on": "x"}',
        'at "signal" must be a string of 1 to 256 bytes without control characters'
    ),
    ('{"signal": "a", "on": ["x"]}', 'at "on" must be the key of a waitpoint'),
    (
        '{"signal": "a", "on": ""}',
        'at "on" must have keys of 1 to 256 bytes without control characters'
    ),
    (
        '{"signal": "a", "on": "x", "of": "sources"}',
        'has a member "of" that does not belong to "signal"'
    ),
    (
        '{"signal": "a", "any_signal": true, "on": "x"}',
        'has a member "any_signal" that does not belong to "signal"'
    ),
    ('{"any_signal": false, "on": "x"}', 'at "any_signal" must be true'),
    ('{"all": []}', 'at "all" must be an array of at least one condition'),
    ('{"any": {}}', 'at "any" must be an array of at least one condition'),
    (
        '{"all": [{"signal": "a", "on": "x"}], "any": []}',
        'has a member "any" that does not belong to "all"'
    ),
    ('{"all": [{"signal": "a", "on": "x"}, 7]}', 'at "all[1]" must be a JSON object'),
    (
        '{"all": [{"any": [{"signal": "a", "on": "x"}, {"signal": "a"}]}]}',
        'at "all[0].any[1]" must name a waitpoint: "on" is missing'
    ),
    (
        '{"any": [{"signal": "a", "on": "x"}, {"signal": "a", "on": 1}]}',
        'at "any[1].on" must be the key of a waitpoint'
    ),
    ('{"count": 1, "of": "signals"}', 'must name a waitpoint: "on" is missing'),
    (
        '{"count": 1, "of": "signals", "on": "x"}',
        'at "on" must be an array of at least one key of a waitpoint'
    ),
    (
        '{"count": 1, "of": "signals", "on": []}',
        'at "on" must be an array of at least one key of a waitpoint'
    ),
    (
        '{"count": 1, "of": "signals", "on": [1]}',
        'at "on" must have keys of 1 to 256 bytes without control characters'
    ),
    ('{"count": 1, "of": "votes", "on": ["x"]}', 'at "of" must be sources, signals or waitpoints'),
    ('{"count": 1, "on": ["x"]}', 'at "of" must be sources, signals or waitpoints'),
    (
        '{"count": 0, "of": "signals", "on": ["x"]}',
        'at "count" must be a whole number between 1 and 10000'
    ),
    (
        '{"count": 1.5, "of": "signals", "on": ["x"]}',
        'at "count" must be a whole number between 1 and 10000'
    ),
    (
        '{"count": "2", "of": "signals", "on": ["x"]}',
        'at "count" must be a whole number between 1 and 10000'
    ),
    (
        '{"count": 10001, "of": "signals", "on": ["x"]}',
        'at "count" must be a whole number between 1 and 10000'
    ),
    (
        '{"count": 3, "of": "waitpoints", "on": ["x", "y", "y"]}',
        'at "count" must not be more than the number of waitpoints in "on"'
    ),
    (
        '{"count": 2, "of": "sources", "on": ["x"], "signal": ""}',
        'at "signal" must be a string of 1 to 256 bytes without control characters'
    ),
    ('{"operator_only": false}', 'at "operator_only" must be true'),
    (
        '{"any": [{"operator_only": true}]}',
        'at "any[0]" has "operator_only", which must stand alone'
    ),
    ('{"timeout_only": true}', 'at "timeout_only" needs p_timeout_ms or p_timeout_at'),
    (
        '{"timeout_only": true, "on": "x"}',
        'has a member "on" that does not belong to "timeout_only"'
    ),
    (
        '{"all": [{"any": [{"all": [{"any": [{"all": [{"signal": "a", "on": "x"}]}]}]}]}]}',
        'at "all[0].any[0].all[0].any[0]" is nested deeper than 4 levels'
    ),
    (
        '{"all": [{"any": [{"all": [{"any": [{"count": 1, "of": "signals", "on": ["x"]}]}]}]}]}',
        'at "all[0].any[0].all[0].any[0]" is nested deeper than 4 levels'
    )
) as b (condition, message);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.suspend(
        :'handle',
        '{"all": [{"any": [{"all": [{"any": [
            {"signal": "a", "on": "x"}, {"any_signal": true, "on": "y"}
        ]}, {"count": 2.0, "of": "sources", "on": ["z"]}]}]}]}'
    ),
    'suspended',
    'four levels are accepted'
);

select * from finish();
rollback;
