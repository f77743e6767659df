-- tests_sql/retention/ff_trim_retention/leaves_the_submissions_to_be_counted.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/leased_execution.sql
set local search_path = flowfabric, public, pg_temp;
-- given an execution that is counted, and one that is not; when retention removes both; then
do $given$ begin
    perform pg_temp.set_clock('2030-01-01 12:00:00+00');
    perform ff_complete(pg_temp.lease());
    perform pg_temp.advance('1 s');
    perform pg_temp.prove_events();
    perform pg_temp.advance('1 s');
    perform ff_complete(pg_temp.lease());
    perform pg_temp.advance('1 s');
end $given$;
select is((ff_trim_retention(0)).trimmed, 2, 'both are removed');
select is(
    (select count(*) from ff_late_submission), 1::bigint,
    'the submission that no tick has counted is noted'
);
do $when$ begin
    perform pg_temp.prove_events();
    perform pg_temp.prove_events();
end $when$;
select is(
    (select sum(s.submitted) from ff_statistics() as s), 2::numeric,
    'each is counted once'
);
select is_empty('select * from ff_late_submission', 'the note is removed');
select * from finish();
rollback;
