-- noqa: disable=LT02,LT05,LT14
-- tests_sql/execution/ff_erase_executions/comes_back_by_what_it_erases.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given executions with a tag: one with 500 steps, and one with 500 signals that have only keys
do $given$
declare
    v_handle text;
    v_waitpoint jsonb;
    v_execution_id uuid;
begin
    perform flowfabric.ff_create_execution('lane', p_tags => '{"a.customer": "17"}') from generate_series(1, 2);
    v_handle := pg_temp.claim();
    perform flowfabric.ff_save_step(v_handle, 'step ' || n, '"text"') from generate_series(1, 500) as n;
    perform flowfabric.ff_complete(v_handle);
    v_handle := pg_temp.claim();
    v_execution_id := pg_temp.execution_of(v_handle);
    v_waitpoint := (
        select s.waitpoints -> 0
        from flowfabric.ff_suspend(v_handle, '{"signal": "approved", "on": "review"}') as s
    );
    perform flowfabric.ff_deliver_signal(
        v_execution_id, (v_waitpoint ->> 'waitpoint_id')::uuid, v_waitpoint ->> 'token', 'other', p_idempotency_key => 'key ' || n
    )
    from generate_series(1, 500) as n;
    perform flowfabric.ff_cancel_execution(v_execution_id, 'enough');
end $given$;
-- when all with the tag are erased, in calls that have time for a part of one each
create function pg_temp.erase()
returns text
language plpgsql
as $erase$
declare
    v_answer flowfabric.ff_bulk_answer;
    v_said text;
begin
    for v_call in 1..20 loop
        v_answer := flowfabric.ff_erase_executions(
            '{"tags": {"a.customer": "17"}}', p_before => v_answer.before, p_after => v_answer.after
        );
        v_said := concat_ws(', ', v_said, v_answer.changed_count);
        exit when not v_answer.is_more;
    end loop;
    return v_said;
end;
$erase$;
create temporary sequence reading;
grant usage on sequence reading to public;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select current_setting('test.now')::timestamptz + nextval('reading') * interval '1 s'
$_now$;
select is(pg_temp.erase(), '0, 0, 1, 0, 0, 1', 'each call finds the execution again that the last one has begun');
-- then nothing is left
select is((select count(*) from flowfabric.ff_step), 0::bigint, 'no steps');
select is(
    (select count(*) from flowfabric.ff_signal as s where s.idempotency_key ~ 'key'), 0::bigint, 'no keys of signals'
);
select is(
    (select count(*) from flowfabric.ff_exec_core as e where e.tags = '{"flowfabric.erased": "true"}'), 2::bigint, 'no tags'
);
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'and everything fits');
select * from finish();
rollback;
