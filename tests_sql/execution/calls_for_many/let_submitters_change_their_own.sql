-- noqa: disable=LT02,LT05,LT09,LT14
-- tests_sql/execution/calls_for_many/let_submitters_change_their_own.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given two producers, and an execution of each, and one in a lane that is closed to the first
select pg_temp.login_of('ff_producer') as producer
\gset
create role test_other login;
grant ff_producer to test_other;
create function pg_temp.submit_as(p_role text, p_number integer, p_lane_id text default 'lane')
returns void
language plpgsql
as $submit_as$
begin
    perform set_config('role', p_role, true);
    perform pg_temp.submit_number(p_number, p_lane_id, p_delay_ms => 60000);
    perform set_config('role', 'none', true);
end;
$submit_as$;
create function pg_temp.answer_as(p_role text, p_call text)
returns text
language plpgsql
as $answer_as$
declare
    v_answer text;
begin
    perform set_config('role', p_role, true);
    v_answer := pg_temp.answer(p_call);
    perform set_config('role', 'none', true);
    return v_answer;
end;
$answer_as$;
select pg_temp.submit_as(:'producer', 1) is null as first, pg_temp.submit_as('test_other', 2) is null as second,
    pg_temp.submit_as(:'producer', 3, 'vault') is null as third
\g /dev/null
do $given$ begin perform flowfabric.ff_grant_lane('vault', 'ff_owner', '{submit}'); end $given$;
-- when it reschedules; then its own, and no other
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_reschedule_execution('00000000-0000-7000-8000-000000000001', 0)$$),
    'nothing', 'its own'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_reschedule_execution('00000000-0000-7000-8000-000000000002', 0)$$),
    'ZF801 not_authorised', 'not that of another'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_reschedule_execution('00000000-0000-7000-8000-000000000003', 0)$$),
    'ZF801 not_authorised', 'nor in a lane that is closed to it'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_reschedule_execution('00000000-0000-7000-8000-0000000000ff', 0)$$),
    'ZF801 not_authorised', 'one that does not exist is like that of another'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_cancel_execution('00000000-0000-7000-8000-000000000002', 'no')$$),
    'ZF801 not_authorised', 'nor does it cancel what is another''s'
);
select is(
    pg_temp.answer_as(:'producer', $$ff_reschedule_executions('{"namespace": "default"}', 0)$$),
    '1 changed, 0 skipped, after 1', 'many: its own'
);
select is(
    pg_temp.answer_as(:'producer', $$ff_cancel_executions('{"namespace": "default"}', 'no', p_dry_run => true)$$),
    '1 changed, 0 skipped, after 1', 'and it counts no other'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_cancel_executions('{"lane_id": "vault"}', 'no')$$),
    'ZF801 not_authorised', 'a lane that is closed to it is refused'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_replay_executions('{"lane_id": "lane"}')$$),
    '42501', 'other verbs are for operators'
);
-- when it cancels; then the record does not take it for an operator
select is(
    pg_temp.answer_as(:'producer', $$ff_cancel_executions('{"lane_id": "lane"}', 'no')$$),
    '1 changed, 0 skipped, after 1', 'it cancels its own'
);
select is(
    (select e.cancelled_by from flowfabric.ff_exec_core as e where pg_temp.number(e.execution_id) = 1),
    'submitter', 'as its submitter'
);
select is(pg_temp.states(), '1 cancelled, 2 delayed, 3 delayed', 'and nothing else');
-- when a member of the role that submitted does; then it may, too
create role test_member login;
grant test_other to test_member;
select is(
    pg_temp.refusal_as('test_member', $$select flowfabric.ff_cancel_execution('00000000-0000-7000-8000-000000000002', 'no')$$),
    'nothing', 'a member acts as the role'
);
-- an operator may cancel both
select is(
    pg_temp.answer($$ff_cancel_executions('{"public_state": "delayed"}', 'no')$$),
    '1 changed, 0 skipped, after 3', 'an operator cancels the last one'
);
select * from finish();
rollback;
