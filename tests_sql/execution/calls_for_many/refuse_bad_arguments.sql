-- tests_sql/execution/calls_for_many/refuse_bad_arguments.sql
begin;
select plan(74);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
\ir ../../lib/errors.sql
-- when arguments are wrong that all of them have; then
create temporary table wrong as
select *
from (
    values
    ('null', '', '22004 p_filter'),
    ($$'{}'$$, '', '22023 p_filter'),
    ($$'[]'$$, '', '22023 p_filter'),
    ($$'{"lane_id": null, "tags": {}}'$$, '', '22023 p_filter'),
    ($$'{"lane": "l"}'$$, '', '22023 p_filter'),
    ($$'{"lane_id": ""}'$$, '', '22023 p_filter at "lane_id"'),
    ($$'{"lane_id": "l"}'$$, ', p_limit => null', '22004 p_limit'),
    ($$'{"lane_id": "l"}'$$, ', p_limit => 0', '22023 p_limit'),
    ($$'{"lane_id": "l"}'$$, ', p_limit => 10001', '22023 p_limit'),
    ($$'{"lane_id": "l"}'$$, $$, p_before => 'infinity'$$, '22023 p_before'),
    ($$'{"lane_id": "l"}'$$, ', p_dry_run => null', '22004 p_dry_run'),
    ($$'{"lane_id": "l"}'$$, $$, p_actor => ''$$, '22023 p_actor'),
    ($$'{"lane_id": "l"}'$$, ', p_limit => 10000', 'nothing')
) as w (filter, further, refusal);
select
    is(
        pg_temp.refusal('select flowfabric.' || pg_temp.call(v.name, w.filter, w.further)),
        w.refusal,
        v.name || ' ' || w.filter || w.further
    )
from verb as v
cross join wrong as w;
-- when others are; then
select is(pg_temp.refusal('select flowfabric.' || c.call), c.refusal, c.call)
from (
    values
    ($$ff_cancel_executions('{"lane_id": "l"}', null)$$, '22004 p_reason'),
    ($$ff_cancel_executions('{"lane_id": "l"}', '')$$, '22023 p_reason'),
    ($$ff_replay_executions('{"lane_id": "l"}', '')$$, '22023 p_reason'),
    ($$ff_reschedule_executions('{"lane_id": "l"}')$$, '22004 p_delay_ms'),
    ($$ff_reschedule_executions('{"lane_id": "l"}', -1)$$, '22023 p_delay_ms'),
    ($$ff_reschedule_executions('{"lane_id": "l"}', 1, '2030-01-01')$$, '22023 p_run_at'),
    ($$ff_change_priorities('{"lane_id": "l"}', null)$$, '22004 p_priority'),
    ($$ff_change_priorities('{"lane_id": "l"}', 9001)$$, '22023 p_priority'),
    ($$ff_erase_executions('{"lane_id": "l"}', p_kept_tags => null)$$, '22004 p_kept_tags')
) as c (call, refusal);
select * from finish();
rollback;
