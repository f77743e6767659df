-- tests_sql/look/ff_metrics/counts_each_event_once.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
create function pg_temp.metric(p_sample text) returns text language sql as $$
    select (regexp_match(flowfabric.ff_metrics(), '(?n)^' || regexp_replace(p_sample, '([{}.])', '\\\1', 'g') || ' (.*)$'))[1]
$$;
-- given a batch is claimed and completed; when ticks count; then
do $given$ begin
    perform flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[5]));
    perform pg_temp.advance('1 ms');
    perform flowfabric.ff_complete_batch(array(
        select c.handle from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 4) as c
    ));
end $given$;
select is(
    pg_temp.metric('ff_completion_total{outcome="success"}'), '0',
    'given nothing is counted before'
);
insert into flowfabric.ff_event_watermark (last_event_id, safe_event_id, holders)
select max(e.event_id), max(e.event_id), '{}' from flowfabric.ff_event as e;
set local search_path = flowfabric, public, pg_temp;
select is((_count_events(1000)).p_count, 2, 'two events are counted');
select is((_count_events(1000)).p_count, 0, 'a second tick counts none of them again');
select is(
    pg_temp.metric('ff_completion_total{outcome="success"}'), '4',
    'four executions are counted as submitted'
);
select is(pg_temp.metric('ff_claim_total{kind="acquired"}'), '4', 'the claims are counted');
delete from ff_event;
select is(
    pg_temp.metric('ff_attempt_outcome_total{lane="lane",outcome="ok"}'), '4',
    'the counts stay when events are removed'
);
select * from finish();
rollback;
