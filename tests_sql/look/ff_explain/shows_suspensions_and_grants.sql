-- tests_sql/look/ff_explain/shows_suspensions_and_grants.sql
-- noqa: disable=LT02, LT05
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/explained.sql
-- given an execution that waits for a signal; then
select pg_temp.suspended() as id \gset
select is(pg_temp.gate(:'id', 'suspension'), 'closed waiting_for_signal', 'it is parked');
select is(
    pg_temp.gate_detail(:'id', 'suspension') #- '{waitpoints,0,waitpoint_id}' -> 'waitpoints',
    '[{"waitpoint_key": "review", "signal_count": 0}]',
    'and says where the signal is to go'
);
select is(pg_temp.closed_gates(:'id'), 'suspension', 'nothing else keeps it back');
select pg_temp.signal(:'id') as effect \gset
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'the signal lets it go on');
-- given one that goes on by itself
select pg_temp.suspended(p_timeout_ms => 1000, p_timeout_behavior => 'auto_resume_with_timeout_signal')
    as id \gset
select is(pg_temp.gate(:'id', 'suspension'), 'closed waiting_for_signal 1000', 'a timeout has an instant');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'after which a claim takes it');
-- given one that is reserved
select pg_temp.submit('granted') as id \gset
select kind from flowfabric.ff_issue_claim_grant(:'id', 'w', 'w-1') \gset
select is(pg_temp.gate(:'id', 'grant'), 'closed reserved 5000', 'a grant reserves it');
select is(pg_temp.closed_gates(:'id'), 'grant', 'which is not a delay');
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'until it lapses');
select * from finish();
rollback;
