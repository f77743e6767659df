begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

create temporary table parked as
select * from pg_temp.parked_in_each_way(60000);
select pg_temp.suspended() as endless
\gset
do $given$
begin
    perform pg_temp.submit_number(1, p_deadline_ms => 1000);
    perform pg_temp.suspend(pg_temp.claim(), p_timeout_ms => 2000);
end;
$given$;
create function pg_temp.expired(p_id uuid) returns text language sql as $expired$
    select concat_ws(' ', x.outcome, x.why, x.behavior_applied, x.public_state)
    from flowfabric.ff_expire_suspension(p_id) as x
$expired$;
-- when it is called a moment earlier; then
do $when$ begin perform pg_temp.advance('59999999 us'); end $when$;
select is(
    pg_temp.expired((
        select p.id from parked as p
        where p.behavior = 'fail'
    )),
    'already_satisfied not_yet_due suspended', 'nothing is due yet'
);
-- when it is called at that moment; then
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(pg_temp.expired(p.id), 'expired ' || p.behavior || ' ' || e.public_state, p.behavior)
from parked as p
inner join (
    values
    ('fail', 'failed'), ('cancel', 'cancelled'), ('expire', 'expired'),
    ('auto_resume_with_timeout_signal', 'waiting'), ('escalate', 'suspended')
) as e (behavior, public_state) on p.behavior = e.behavior;
select is(
    pg_temp.expired((
        select p.id from parked as p
        where p.behavior = 'fail'
    )),
    'already_satisfied not_suspended failed', 'a second call finds nothing to do'
);
select is(
    pg_temp.expired((
        select p.id from parked as p
        where p.behavior = 'escalate'
    )),
    'already_satisfied no_timeout suspended', 'an escalated suspension has no timeout any more'
);
select is(
    pg_temp.expired(:'endless'), 'already_satisfied no_timeout suspended',
    'nor has one that never had'
);
select is(
    pg_temp.expired(pg_temp.id(1)), 'already_satisfied past_its_deadline expired',
    'a deadline before the timeout ends the execution'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_expire_suspension(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_id'),
    ($$'x'$$, '22P02'),
    ($$'00000000-0000-7000-8000-0000000000ff'$$, 'ZF201 execution_not_found')
) as b (arguments, refusal);
select results_eq(
    $$select c.attempt_type from flowfabric.ff_claim('lane', 'b', 'b-1') as c$$,
    $$values ('resume')$$,
    'a resumed execution can be claimed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
