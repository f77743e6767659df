begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- a JSON null in a policy means the same as a key left out; when such executions fail; then
create function pg_temp.wait(p_policy jsonb)
returns bigint
language sql
as $wait$
    select (flowfabric.ff_fail(pg_temp.lease(p_policy => p_policy), 'broken')).retry_in_ms
$wait$;

select is(
    pg_temp.wait('{"retry_policy": {"max_retries": null}}'),
    1000::bigint,
    'no number: three retries'
);
select is(
    pg_temp.wait('{"retry_policy": {"backoff": null}}'), 1000::bigint, 'no backoff: from 1 s on'
);
select is(
    pg_temp.wait(
        '{"retry_policy": {"backoff": {"type": null, "initial_delay_ms": null, "jitter": null}}}'
    ),
    1000::bigint,
    'an empty backoff: from 1 s on'
);
select is(
    pg_temp.wait('{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": null}}}'),
    1000::bigint,
    'fixed: 1 s'
);

-- this one comes last, because its retry may be due at once
select ok(
    pg_temp.wait('{"retry_policy": null}') between 0 and 1000,
    'no retry policy: the default retries'
);

select * from finish();
rollback;
