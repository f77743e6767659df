-- tests_sql/look/ff_metrics/counts_limits_and_consumers.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/proven_events.sql
create function pg_temp.metrics(p_pattern text)
returns text
language sql
as $metrics$
    select string_agg(l.line, ' | ' order by l.line collate "C")
    from regexp_split_to_table(flowfabric.ff_metrics(), e'\n') as l (line)
    where l.line ~ p_pattern and l.line !~ '^#'
$metrics$;

select is(
    pg_temp.metrics('^ff_quota_hit|^ff_limit|^ff_budget|^ff_consumer'),
    'ff_limit_waiting{reason="budget"} 0 | ff_limit_waiting{reason="concurrency"} 0 | '
    || 'ff_limit_waiting{reason="rate"} 0 | '
    || 'ff_quota_hit_total{reason="concurrency"} 0 | ff_quota_hit_total{reason="rate"} 0',
    'given nothing is counted yet'
);
-- given an execution that waits for a slot, one that waits for a place in a window, and one that
-- waits for budget
select pg_temp.policy(0, 0, 1), pg_temp.policy(60000, 1, 0, 2), pg_temp.budget() \gset
select pg_temp.submit(1, 2, 1), pg_temp.submit(3, 4, 2), pg_temp.submit(5, 5, p_budgets => '{1}') \gset
do $given$ begin
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}');
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 1}');
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 1}');
    perform flowfabric.ff_create_consumer('mail', p_cursor => '');
    perform pg_temp.claim_all();
    perform flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(9));
    perform pg_temp.prove_events();
end $given$;
-- then
select is(
    pg_temp.metrics('^ff_quota_hit|^ff_limit|^ff_budget'),
    'ff_budget_hit_total{dimension="cost"} 0 | ff_budget_hit_total{dimension="tokens"} 2 | '
    || 'ff_limit_waiting{reason="budget"} 1 | ff_limit_waiting{reason="concurrency"} 1 | '
    || 'ff_limit_waiting{reason="rate"} 1 | '
    || 'ff_quota_hit_total{reason="concurrency"} 1 | ff_quota_hit_total{reason="rate"} 2',
    'each refusal is counted'
);
select is(
    pg_temp.metrics('^ff_consumer'), 'ff_consumer_backlog{consumer="mail"} 2',
    'the consumer has not read the events of two claims'
);
select * from finish();
rollback;
