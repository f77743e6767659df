begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given suspended executions; when a scheduler wants one of them before its timeout and at it; then
select
    pg_temp.suspended('{"timeout_only": true}', 60000, 'auto_resume_with_timeout_signal')
        as goes_on,
    pg_temp.suspended('{"timeout_only": true}', 60000, 'auto_resume_with_timeout_signal')
        as by_hand,
    pg_temp.suspended('{"timeout_only": true}', 60000, 'fail') as fails
\gset
create function pg_temp.kind(p_id uuid) returns text language sql as $kind$
    select g.kind from flowfabric.ff_issue_claim_grant(p_id, 'b', 'b-1') as g
$kind$;
select is(
    pg_temp.refusal(format('select pg_temp.kind(%L)', :'goes_on')), 'ZF202 execution_not_eligible',
    'a suspended execution is not granted'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.kind(:'goes_on'), 'resume', 'an execution that its timeout resumes is granted');
select is(
    (
        select c.attempt_type
        from flowfabric.ff_issue_grant_and_claim(:'by_hand', 'lane') as c
    ),
    'resume', 'an operator may take one, too'
);
select is(
    pg_temp.refusal(format('select pg_temp.kind(%L)', :'fails')), 'ZF202 execution_not_eligible',
    'an execution that its timeout fails is not granted'
);
select is(
    pg_temp.claim('c'), null,
    'an execution that is granted, held or finished is not claimed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
