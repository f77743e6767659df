-- tests_sql/execution/ff_erase_executions/is_not_replayed_and_not_erased_twice.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
-- given an erased execution
do $given$ begin
    perform pg_temp.submit_number(1, p_tags => '{"a.b": "x"}');
    perform flowfabric.ff_fail(pg_temp.start(1), 'broken', 'permanent');
    perform flowfabric.ff_erase_executions('{"lane_id": "lane"}');
end $given$;
-- when it is replayed; then that is refused, by itself and among many
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_replay_execution('00000000-0000-7000-8000-000000000001')$$
    ),
    'ZF202 execution_not_eligible', 'its input is gone'
);
select is(
    pg_temp.answer($$ff_replay_executions('{"lane_id": "lane"}')$$),
    '0 changed, 1 skipped, after 1',
    'many'
);
-- when it is erased again; then there is nothing to erase, until there is
select is(
    pg_temp.answer($$ff_erase_executions('{"lane_id": "lane"}')$$),
    '0 changed, 1 skipped, after 1',
    'nothing is left'
);
do $when$ begin perform flowfabric.ff_set_execution_tag(pg_temp.id(1), 'a.b', 'y'); end $when$;
select is(
    pg_temp.answer($$ff_erase_executions('{"lane_id": "lane"}')$$),
    '1 changed, 0 skipped, after 1',
    'a tag that came later'
);
select is(
    (select e.tags from flowfabric.ff_exec_core as e),
    '{"flowfabric.erased": "true"}',
    'is erased, too'
);
select is(
    (
        select count(*) from flowfabric.ff_history(pg_temp.id(1)) as h
        where h.what = 'erased'
    ),
    1::bigint,
    'and that is one event'
);
select * from finish();
rollback;
