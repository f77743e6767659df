-- tests_sql/look/ff_explain/counts_workers_with_the_capabilities.sql
-- noqa: disable=LT05
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
-- given an execution that needs two capabilities, and workers that have one, both, or are silent
select execution_id as id
from flowfabric.ff_create_execution('lane', p_required_capabilities => '{gpu,cpu}') \gset
do $given$ begin
    perform flowfabric.ff_register_worker('w', 'silent', '{lane}', '{cpu,gpu}');
    perform pg_temp.advance('31 s');
    perform flowfabric.ff_register_worker('w', 'half', '{lane}', '{cpu}');
    perform flowfabric.ff_register_worker('w', 'elsewhere', '{other}', '{cpu,gpu}');
end $given$;
select is(
    pg_temp.gate(:'id', 'capabilities', '{cpu}'), 'closed missing',
    'a worker with one of two capabilities is not enough'
);
select is(
    pg_temp.gate_detail(:'id', 'capabilities', '{cpu}'),
    '{"required": ["cpu", "gpu"], "missing": ["gpu"], "live_worker_count": 1,
    "capable_worker_count": 0, "workers_by_capability": {"gpu": 0}}',
    'the detail says what is missing, and that no live worker in the lane has it'
);
select is(
    pg_temp.gate(:'id', 'verdict', '{cpu}'), 'closed capabilities',
    'the gate is closed for that worker'
);
select is(
    pg_temp.gate(:'id', 'verdict', '{gpu,cpu,tpu}'), 'open claimable',
    'it is open for a worker that has more'
);
select is(
    pg_temp.gate(:'id', 'verdict'), 'open claimable',
    'without a worker in the call it is open'
);
select is(
    pg_temp.gate_detail(:'id', 'capabilities') -> 'workers_by_capability', '{"cpu": 1, "gpu": 0}',
    'without a worker all required capabilities are missing'
);
do $given$ begin
    perform flowfabric.ff_register_worker('w', 'whole', '{lane}', '{cpu,gpu}');
end $given$;
select is(
    (pg_temp.gate_detail(:'id', 'capabilities') ->> 'capable_worker_count')::integer, 1,
    'a live worker with both is counted'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(
    (pg_temp.gate_detail(:'id', 'capabilities') ->> 'capable_worker_count')::integer, 1,
    'until the end of its ttl'
);
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(
    (pg_temp.gate_detail(:'id', 'capabilities') ->> 'capable_worker_count')::integer, 0,
    'and not beyond'
);
select * from finish();
rollback;
