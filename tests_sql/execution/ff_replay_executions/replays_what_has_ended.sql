-- tests_sql/execution/ff_replay_executions/replays_what_has_ended.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given one execution in each state; when those that failed are replayed; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
select is(
    pg_temp.answer($$ff_replay_executions('{"public_state": ["failed", "cancelled"]}', 'mended')$$),
    '2 changed, 0 skipped, after 8',
    'those that the filter names'
);
select is(
    pg_temp.states(),
    '1 waiting, 2 delayed, 3 delayed, 4 active, 5 suspended, 6 completed, 7 waiting, 8 waiting',
    'wait again'
);
select is(
    pg_temp.answer($$ff_replay_executions('{"lane_id": "lane"}')$$),
    '1 changed, 7 skipped, after 8',
    'without a state, also what has completed'
);
-- given one that may not be replayed any more; then it is skipped
do $given$ begin
    perform pg_temp.submit_number(9, p_policy => '{"max_replay_count": 0}');
    perform flowfabric.ff_fail(pg_temp.start(9), 'broken', 'permanent');
end $given$;
select is(
    pg_temp.answer($$ff_replay_executions('{"public_state": "failed"}')$$),
    '0 changed, 1 skipped, after 9',
    'replays that are exhausted are skipped'
);
-- given a filter that matches what the replays become: they fail again; when all pages are called;
-- then it ends
do $given$ begin
    perform pg_temp.submit_number(n, 'again') from generate_series(11, 15) as n;
    perform flowfabric.ff_fail(pg_temp.start(n, 'again'), 'broken', 'permanent')
    from generate_series(11, 15) as n;
end $given$;
create function pg_temp.replay_all()
returns text
language plpgsql
as $replay_all$
declare
    v_answer flowfabric.ff_bulk_answer;
    v_number integer;
    v_said text := '';
begin
    loop
        v_answer := flowfabric.ff_replay_executions(
            '{"lane_id": "again", "public_state": "failed"}', null, 2, v_answer.before, v_answer.after
        );
        v_said := v_said || v_answer.changed_count || ' ';
        for v_number in
            select pg_temp.number(e.execution_id)
            from flowfabric.ff_exec_core as e
            where e.state = 'waiting_replay'
        loop
            continue when v_number < 11;
            perform flowfabric.ff_fail(pg_temp.start(v_number, 'again'), 'broken', 'permanent');
        end loop;
        exit when not v_answer.is_more;
    end loop;
    return v_said;
end;
$replay_all$;
select is(pg_temp.replay_all(), '2 2 1 ', 'each is replayed once');
select is(
    (
        select array_agg(e.replay_count)
        from flowfabric.ff_exec_core as e
        where pg_temp.number(e.execution_id) > 10
    ),
    '{1,1,1,1,1}',
    'although it has failed again meanwhile'
);
select * from finish();
rollback;
