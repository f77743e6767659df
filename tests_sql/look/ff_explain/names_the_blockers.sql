-- tests_sql/look/ff_explain/names_the_blockers.sql
-- noqa: disable=LT05
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/flows.sql
\ir ../../lib/explained.sql
-- given a node that waits for two others, one of which has ended; then
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {}, "c": {"after": ["a", "b"]}}');
    perform pg_temp.complete('a');
end $given$;
select is(
    pg_temp.gate(pg_temp.node('c'), 'dependencies'), 'closed waiting_for_children',
    'it is blocked by its join'
);
select is(pg_temp.closed_gates(pg_temp.node('c')), 'dependencies', 'by nothing else');
select is(
    pg_temp.gate_detail(pg_temp.node('c'), 'dependencies') -> 'blockers',
    jsonb_build_array(
        jsonb_build_object('execution_id', pg_temp.node('b'), 'public_state', 'waiting')
    ),
    'the detail names the upstream that has not ended'
);
select is(
    pg_temp.gate_detail(pg_temp.node('c'), 'dependencies') - 'blockers',
    '{"policy": "all_of", "total_deps": 2, "satisfied_count": 1, "failed_count": 0, "skipped_count": 0}',
    'it has the counts of the join'
);
do $when$ begin perform pg_temp.complete('b'); end $when$;
select is(
    pg_temp.gate(pg_temp.node('c'), 'verdict'), 'open claimable',
    'when both have ended, it can be claimed'
);
select is(
    pg_temp.gate(pg_temp.node('c'), 'dependencies'), 'open satisfied',
    'its join is satisfied'
);
select * from finish();
rollback;
