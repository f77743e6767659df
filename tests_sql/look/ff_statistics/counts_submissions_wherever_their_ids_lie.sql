-- tests_sql/look/ff_statistics/counts_submissions_wherever_their_ids_lie.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/proven_events.sql
set local search_path = flowfabric, public, pg_temp;
create function pg_temp.submitted()
returns bigint
language sql
as $submitted$
    select coalesce(sum(s.submitted), 0)::bigint from flowfabric.ff_statistics() as s
$submitted$;
-- given ticks have counted up to a moment; when executions are submitted under ids of the past and
-- of the future; then
do $given$ begin
    perform pg_temp.set_clock('2030-01-01 12:00:00+00');
    perform ff_create_execution('lane', '{}');
    perform pg_temp.prove_events();
    perform pg_temp.advance('10 s');
    perform setval('ff_clock_mark', (extract(epoch from pg_temp.clock()) * 1000000)::bigint);
    perform ff_create_execution('lane', '{}', p_execution_id => _new_id(pg_temp.clock() - interval '3 days'));
    -- no tick has counted as far as this
    perform ff_create_execution('lane', '{}', p_execution_id => _new_id(pg_temp.clock() - interval '5 s'));
    perform ff_create_execution('lane', '{}', p_execution_id => _new_id(pg_temp.clock() + interval '30 min'));
end $given$;
select is(pg_temp.submitted(), 1::bigint, 'given one is counted');
select is(
    (select count(*) from ff_late_submission), 2::bigint,
    'those below the mark are noted'
);
do $when$ begin perform pg_temp.prove_events(); end $when$;
select is(pg_temp.submitted(), 3::bigint, 'the ids of the past are counted at once');
select is_empty('select * from ff_late_submission', 'their notes are removed');
do $when$ begin
    perform pg_temp.advance('30 min 1 s');
    perform pg_temp.prove_events();
    perform pg_temp.prove_events();
end $when$;
select is(pg_temp.submitted(), 4::bigint, 'the id of the future is counted when its time has come');
select ok(not _has_uncounted_submissions(_newest_statistic()), 'nothing is left to count');
select results_eq(
    'select minute_at, submitted from ff_statistics()',
    $$values (timestamptz '2030-01-01 12:00:00+00', 4::bigint)$$,
    'each counts in the minute of its submission'
);
select * from finish();
rollback;
