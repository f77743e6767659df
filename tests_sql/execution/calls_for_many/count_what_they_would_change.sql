-- tests_sql/execution/calls_for_many/count_what_they_would_change.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
-- given executions; when each verb is asked what it would do; then it says so
do $given$ begin perform pg_temp.ten(); end $given$;
create temporary table before as select to_jsonb(e) as row from flowfabric.ff_exec_core as e;
select
    is(
        pg_temp.answer(pg_temp.call(v.name, $$'{"lane_id": "lane"}'$$, ', p_dry_run => true')),
        '5 changed, 5 skipped, after 10',
        v.name || ' counts'
    )
from verb as v;
select set_eq(
    'select to_jsonb(e) as row from flowfabric.ff_exec_core as e',
    'select b.row from before as b',
    'and nothing has changed'
);
-- when each does it; then it is what was counted
create function pg_temp.done(p_verb text)
returns text
language plpgsql
as $done$
declare
    v_answer text;
begin
    v_answer := pg_temp.answer(pg_temp.call(p_verb, $$'{"lane_id": "lane"}'$$));
    raise exception using errcode = 'P0999', message = v_answer;
exception
    when sqlstate 'P0999' then
        return sqlerrm;
end;
$done$;
select is(pg_temp.done(v.name), '5 changed, 5 skipped, after 10', v.name || ' does as much')
from verb as v;
select * from finish();
rollback;
