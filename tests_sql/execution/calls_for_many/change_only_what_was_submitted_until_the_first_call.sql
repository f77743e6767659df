-- tests_sql/execution/calls_for_many/change_only_what_was_submitted_until_the_first_call.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
-- given two executions, an hour, and two more; when a call names the moment of the first; then
do $given$ begin
    perform pg_temp.submit_number(n) from generate_series(1, 2) as n;
    perform pg_temp.advance('1 hour');
    perform pg_temp.submit_number(n) from generate_series(3, 4) as n;
end $given$;
select is(
    pg_temp.answer($$ff_change_priorities(
        '{"lane_id": "lane"}', 5, p_before => '2030-01-01 12:00:00+00'
    )$$),
    '2 changed, 0 skipped, after 4',
    'the later ones do not match'
);
select is(
    (
        select a.before
        from flowfabric.ff_change_priorities('{"lane_id": "lane"}', 6, p_limit => 1) as a
    ),
    '2030-01-01 13:00:00+00',
    'without one, it is now'
);
select is(
    (
        select a.before
        from flowfabric.ff_change_priorities(
            '{"lane_id": "lane"}', 7, p_limit => 1, p_before => '2031-01-01 00:00:00+00'
        ) as a
    ),
    '2030-01-01 13:00:00+00',
    'and not later than now'
);
-- given that the clock was set back; then what was submitted before is not left out
do $given$ begin
    perform pg_temp.advance('-30 minutes');
    perform pg_temp.submit_number(5);
end $given$;
select is(
    pg_temp.answer($$ff_cancel_executions('{"lane_id": "lane"}', 'reason')$$),
    '5 changed, 0 skipped, after 5',
    'also those that are dated later'
);
select * from finish();
rollback;
