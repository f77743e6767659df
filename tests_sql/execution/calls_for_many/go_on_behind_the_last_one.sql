-- tests_sql/execution/calls_for_many/go_on_behind_the_last_one.sql
begin;
select plan(20);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
-- given executions; when each verb may change two at a time; then each page goes on there
do $given$ begin perform pg_temp.ten(); end $given$;
create function pg_temp.pages(p_verb text, p_dry_run boolean)
returns text
language plpgsql
as $pages$
declare
    v_answer flowfabric.ff_bulk_answer;
    v_said text := '';
begin
    begin
        loop
            execute format('select * from flowfabric.%s', pg_temp.call(
                p_verb, $$'{"lane_id": "lane"}'$$, format(
                    ', p_limit => 2, p_before => %L, p_after => %L, p_dry_run => %L',
                    v_answer.before, v_answer.after, p_dry_run
                )
            ))
            into v_answer;
            v_said := concat_ws(
                ' ', v_said, v_answer.changed_count || '+' || v_answer.skipped_count
            );
            exit when not v_answer.is_more;
        end loop;
        raise exception using errcode = 'P0999', message = v_said;
    exception
        when sqlstate 'P0999' then
            return trim(sqlerrm);
    end;
end;
$pages$;
select
    is(
        pg_temp.pages(v.name, d.dry_run),
        case
            -- 2 and 4 wait, 1 and 3 have ended
            when v.name in ('ff_replay_executions', 'ff_erase_executions') then '2+1 2+2 1+2'
            else '2+2 2+2 1+1'
        end,
        v.name || case when d.dry_run then ', counting' else '' end
    )
from verb as v
cross join (values (false), (true)) as d (dry_run);
-- when they are called from the end; then nothing is left
select
    is(
        pg_temp.answer(pg_temp.call(
            v.name, $$'{"lane_id": "lane"}'$$, format(', p_after => %L', pg_temp.id(10))
        )),
        '0 changed, 0 skipped, after 10',
        v.name || ' at the end'
    )
from verb as v;
-- when the filter matches nothing; then
select
    is(
        pg_temp.answer(pg_temp.call(v.name, $$'{"lane_id": "none"}'$$)),
        '0 changed, 0 skipped, after nothing',
        v.name || ' in a lane that does not exist'
    )
from verb as v;
select * from finish();
rollback;
