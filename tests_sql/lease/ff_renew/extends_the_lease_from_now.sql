begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease of 30 s, 20 s ago; when it is renewed, without a ttl and for an hour; then
do $given$
begin
    perform pg_temp.submit_number(1, p_namespace => 'tenant', p_tags => '{"a.b": "c"}');
end;
$given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select e.* from flowfabric.ff_exec_core as e;

do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_renew(:'handle')),
    '{
        "lease_expires_at": "2030-01-01T12:00:50+00:00",
        "lease_remaining_ms": 30000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'the lease lasts from now as long as the claim asked for'
);
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_renew(:'handle', 3600000)),
    '{
        "lease_expires_at": "2030-01-01T13:00:30+00:00",
        "lease_remaining_ms": 3600000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'or as long as the renewal asks for'
);
select
    is(
        to_jsonb(e) - 'tags' - 'policy',
        (to_jsonb(b) - 'tags' - 'policy') || '{
    "lease_expires_at": "2030-01-01T13:00:30+00:00",
    "claimable_at": "2030-01-01T13:00:30+00:00",
    "lease_renewed_at": "2030-01-01T12:00:30+00:00",
    "updated_at": "2030-01-01T12:00:30+00:00"
    }',
        'nothing else has changed'
    )
from flowfabric.ff_exec_core as e
cross join before as b;
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('renewed', 'none', '{1}', '{1}', 'a'),
        ('renewed', 'none', '{1}', '{1}', 'a')
    $$,
    'each renewal has an event'
);
select results_eq(
    $$
        select lease_id, namespace, worker_instance_id, occurred_at
        from flowfabric.ff_event
        where kind = 'renewed'
        order by event_id
    $$,
    $$
        select
            b.lease_id, 'tenant', 'a-1', t.occurred_at
        from before as b
        cross join (
            values ('2030-01-01 12:00:20+00'::timestamptz), ('2030-01-01 12:00:30+00')
        ) as t (occurred_at)
    $$,
    'with the lease and the namespace'
);
select is(
    (flowfabric.ff_renew(:'handle')).lease_remaining_ms,
    30000::bigint,
    'the ttl of one renewal does not count for the next'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
