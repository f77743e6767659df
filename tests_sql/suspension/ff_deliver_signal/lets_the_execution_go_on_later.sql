begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given a suspended execution; when the signal asks for a delay of a minute; then
select pg_temp.suspended() as id
\gset
create function pg_temp.delayed_signal(
    p_id uuid, p_ms bigint
) returns text language sql as $delayed_signal$
    select s.public_state
    from flowfabric.ff_deliver_signal(
        p_id, pg_temp.waitpoint(p_id), pg_temp.token(p_id), 'approved', p_resume_delay_ms => p_ms
    ) as s
$delayed_signal$;
select is(pg_temp.delayed_signal(:'id', 60000), 'delayed', 'it is delayed');
select is(
    pg_temp.described(:'id', 'eligibility_state', 'blocking_reason', 'claimable_in_ms'),
    '{
        "eligibility_state": "not_eligible_until_time",
        "blocking_reason": "waiting_for_resume_delay",
        "claimable_in_ms": 60000
    }',
    'for a minute'
);
do $when$ begin perform pg_temp.advance('59999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'no claim gets it before');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$
        select c.attempt_type, c.lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 600000) as c
    $$,
    $$values ('resume', 2::bigint)$$,
    'then it is resumed'
);
-- given a deadline before the end of the delay; then
do $given$
begin
    perform pg_temp.submit_number(1, p_deadline_ms => 30000);
    perform pg_temp.suspend(pg_temp.claim());
end;
$given$;
select is(pg_temp.delayed_signal(pg_temp.id(1), 60000), 'delayed', 'it is delayed');
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(pg_temp.claim('b'), null, 'no claim gets it');
select is(flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired', 'the deadline ends it');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
