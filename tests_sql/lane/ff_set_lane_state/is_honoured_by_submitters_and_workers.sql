begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given lanes in each state, each with an execution that waits, and one whose lease lapsed
do $given$
begin
    perform pg_temp.submit_number(x.n * 10 + i, x.state)
    from (
        values (1, 'active'), (2, 'paused'), (3, 'draining'), (4, 'disabled'), (5, 'unknown')
    ) as x (n, state)
    cross join generate_series(1, 2) as i;
    perform pg_temp.claim('a', 1000, s.state)
    from unnest(array['active', 'paused', 'draining', 'disabled', 'unknown']) as s (state);
    perform flowfabric.ff_set_lane_state(s.state, s.state)
    from unnest(array['active', 'paused', 'draining', 'disabled']) as s (state);
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table lanes as
select
    s.state,
    s.item
from unnest(
    array['active', 'paused', 'draining', 'disabled', 'unknown']
) with ordinality as s (state, item);

-- when executions are submitted; then
select results_eq(
    $$
        select pg_temp.refusal(format('select flowfabric.ff_create_execution(%L)', l.state))
        from lanes as l
        order by l.item
    $$,
    $$
        values ('nothing'), ('nothing'), ('ZF206 lane_not_accepting'), ('ZF206 lane_not_accepting'),
        ('nothing')
    $$,
    'draining and disabled lanes accept no execution'
);
select results_eq(
    $$
        select pg_temp.refusal(format(
            'select * from flowfabric.ff_create_executions(%L, %L, %L)',
            l.state, '{1,2}',
            case o.item
                when 1 then '{}'
                else format('{"idempotency_key": ["%1$s 1", "%1$s 2"]}', l.state)
            end
        ))
        from lanes as l
        cross join (values (1), (2)) as o (item)
        order by o.item, l.item
    $$,
    $$
        select r.refusal
        from (values (1), (2)) as o (item)
        cross join (
            values
            (1, 'nothing'), (2, 'nothing'), (3, 'ZF206 lane_not_accepting'),
            (4, 'ZF206 lane_not_accepting'), (5, 'nothing')
        ) as r (item, refusal)
        order by o.item, r.item
    $$,
    'they accept no batch, neither as a whole nor item by item'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('draining')$$,
    'ZF206',
    'the lane does not accept submissions',
    'the message says so'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('draining')$$) -> 'detail',
    '{"symbol": "lane_not_accepting", "lane_id": "draining", "lane_state": "draining"}',
    'the detail has the state of the lane'
);

-- when workers claim, with and without batches; then
select results_eq(
    $$
        select l.state, c.attempt_type
        from lanes as l
        cross join lateral flowfabric.ff_claim(l.state, 'b', 'b-1') as c
        order by l.item
    $$,
    $$values ('active', 'initial'), ('draining', 'initial'), ('unknown', 'initial')$$,
    'paused and disabled lanes hand out nothing'
);
select results_eq(
    $$
        select l.state, c.attempt_type
        from lanes as l
        cross join lateral flowfabric.ff_claim_batch(l.state, 'b', 'b-1', 1) as c
        order by l.item
    $$,
    $$values ('active', 'reclaim'), ('draining', 'reclaim'), ('unknown', 'reclaim')$$,
    'they hand out nothing in batches, either'
);

-- when the lanes are opened again; then
do $when$
begin
    perform flowfabric.ff_set_lane_state(s.state, 'active')
    from unnest(array['paused', 'disabled']) as s (state);
end;
$when$;
select results_eq(
    $$
        select s.state, i, c.attempt_type
        from unnest(array['paused', 'disabled']) with ordinality as s (state)
        cross join generate_series(1, 2) as i
        cross join lateral flowfabric.ff_claim(s.state, 'b', 'b-' || i) as c
        order by s.ordinality, i
    $$,
    $$
        values
        ('paused', 1, 'initial'), ('paused', 2, 'reclaim'),
        ('disabled', 1, 'initial'), ('disabled', 2, 'reclaim')
    $$,
    'they hand out their work'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
