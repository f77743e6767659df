-- Calls for many, and their answers in one line. Needs clock.sql and numbered_executions.sql.
\set QUIET on
-- '2 changed, 1 skipped, after 3', with ', more' when more is to come
create function pg_temp.answer(p_call text)
returns text
language plpgsql
as $answer$
declare
    v_answer flowfabric.ff_bulk_answer;
begin
    execute format('select * from flowfabric.%s', p_call) into v_answer;
    return format(
        '%s changed, %s skipped, after %s%s', v_answer.changed_count, v_answer.skipped_count,
        coalesce(pg_temp.number(v_answer.after)::text, 'nothing'),
        case when v_answer.is_more then ', more' end
    );
end;
$answer$;

-- leases this very execution, past the queue
create function pg_temp.start(p_number integer, p_lane_id text default 'lane')
returns text
language sql
as $start$
    select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.id(p_number), p_lane_id) as c
$start$;

-- all executions in one line: '1 waiting, 2 failed'
create function pg_temp.states()
returns text
language sql
as $states$
    select string_agg(
        pg_temp.number(e.execution_id) || ' ' || flowfabric.ff_read_execution_state(e.execution_id),
        ', ' order by e.execution_id
    )
    from flowfabric.ff_exec_core as e
$states$;

-- one execution of each kind: 1 waits, 2 is delayed, 3 waits for its retry, 4 is held, 5 is
-- suspended, 6 has completed, 7 failed, 8 was cancelled
create function pg_temp.one_of_each()
returns void
language plpgsql
as $one_of_each$
begin
    perform pg_temp.submit_number(n, p_delay_ms => case n when 2 then 60000 end)
    from generate_series(1, 8) as n;
    perform flowfabric.ff_fail(pg_temp.start(3), 'weather');
    perform pg_temp.start(4);
    perform flowfabric.ff_suspend(pg_temp.start(5), '{"signal": "approved", "on": "review"}');
    perform flowfabric.ff_complete(pg_temp.start(6));
    perform flowfabric.ff_fail(pg_temp.start(7), 'broken', 'permanent');
    perform flowfabric.ff_cancel_execution(pg_temp.id(8), 'not needed');
end;
$one_of_each$;
