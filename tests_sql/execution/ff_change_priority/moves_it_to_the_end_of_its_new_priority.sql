begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given (1) to (3) with priority 0 and (4) with priority 500; when (1) and (3) get priority 500;
-- then
do $given$
begin
    for v_number in 1..4 loop
        perform pg_temp.submit_number(
            v_number, p_priority => case v_number when 4 then 500 else 0 end
        );
        perform pg_temp.advance('1 s');
    end loop;
end;
$given$;
select is(
    to_jsonb(flowfabric.ff_change_priority(pg_temp.id(3), 500, 'urgent', 'ada')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000003",
        "outcome": "changed",
        "old_priority": 0,
        "new_priority": 500
    }',
    'the result names the former priority'
);
do $when$
begin
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_change_priority(pg_temp.id(1), 500);
end;
$when$;
select is(
    pg_temp.described(pg_temp.id(3), 'priority', 'public_state', 'claimable_at', 'updated_at'),
    '{
        "priority": 500,
        "public_state": "waiting",
        "claimable_at": "2030-01-01T12:00:04+00:00",
        "updated_at": "2030-01-01T12:00:04+00:00"
    }',
    'it has waited since the change'
);
select results_eq(
    $$
        select e.kind::text, pg_temp.number(e.execution_id), e.occurred_at, e.details - 'role'
        from flowfabric.ff_operator_event as e
        order by e.event_id
        limit 1
    $$,
    $$
        select
            'priority_changed', 3, '2030-01-01 12:00:04+00'::timestamptz,
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'urgent',
                'old_priority', 0, 'new_priority', 500
            )
    $$,
    'the event says who changed it and why'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select results_eq(
    $$
        select c.execution_id
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
    $$,
    $$select pg_temp.id(n) from unnest(array[4, 3, 1, 2]) as n$$,
    'the changed ones come behind their new equals, in the order of the changes, and before '
    || 'the others'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
