begin;
select plan(22);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given suspensions of a minute; when a claim comes a microsecond before their end; then
create temporary table parked as
select * from pg_temp.parked_in_each_way(60000);
do $when$ begin perform pg_temp.advance('59999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'nothing is due');
select results_eq(
    'select distinct flowfabric.ff_read_execution_state(p.id) from parked as p',
    $$values ('suspended')$$,
    'all are suspended'
);

-- when a claim comes at that very moment; then
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$
        select c.execution_id = p.id, c.attempt_type, c.attempt_index, c.lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1') as c
        cross join parked as p
        where p.behavior like 'auto_resume%'
    $$,
    $$values (true, 'resume', 0, 2::bigint)$$,
    'it takes the one that is resumed, and settles the others'
);
select is(pg_temp.claim('b'), null, 'no other can be claimed');
create temporary table became as
select
    p.behavior,
    d.public_state,
    d.blocking_reason,
    d.failure_reason,
    d.failure_category,
    d.cancellation_reason,
    d.cancelled_by,
    d.claimable_at is null as is_never_due,
    d.suspension ->> 'close_reason' as close_reason,
    a.outcome as attempt_outcome,
    (
        select array_agg(v.kind::text || ' ' || v.outcome::text order by v.event_id)
        from flowfabric.ff_event as v
        where
            d.execution_id = v.execution_id and v.event_id > 10
    ) as events
from parked as p
cross join lateral flowfabric.ff_describe_execution(p.id) as d
left join lateral flowfabric.ff_list_attempts(p.id) as a on true;
select
    results_eq(
        format('select %s from became where behavior = %L', e.fields, e.behavior),
        e.expected,
        format('%s: %s', e.behavior, e.fields)
    )
from (
    values
    ('fail', 'public_state, attempt_outcome', $$values ('failed', 'ended_failure')$$),
    ('fail', 'failure_reason, failure_category', $$values ('suspension_timeout:fail', 'timeout')$$),
    ('fail', 'is_never_due, close_reason', $$values (true, 'timed_out_fail')$$),
    ('fail', 'events', $$values (array['completed failed'])$$),
    ('cancel', 'public_state, attempt_outcome', $$values ('cancelled', 'ended_cancelled')$$),
    (
        'cancel', 'cancellation_reason, cancelled_by',
        $$values ('suspension_timeout:cancel', 'suspension_timeout')$$
    ),
    ('cancel', 'is_never_due, close_reason', $$values (true, 'timed_out_cancel')$$),
    ('cancel', 'events', $$values (array['completed cancelled'])$$),
    ('expire', 'public_state, attempt_outcome', $$values ('expired', 'ended_expired')$$),
    (
        'expire',
        'failure_reason, close_reason',
        $$values ('suspension_timeout:expire', 'timed_out_expire')$$
    ),
    ('expire', 'events', $$values (array['completed expired'])$$),
    (
        'auto_resume_with_timeout_signal', 'public_state, close_reason',
        $$values ('active', 'timed_out_auto_resume')$$
    ),
    (
        'auto_resume_with_timeout_signal', 'events',
        $$values (array['suspension_timed_out none', 'acquired none'])$$
    ),
    ('escalate', 'public_state, blocking_reason', $$values ('suspended', 'paused_by_operator')$$),
    ('escalate', 'is_never_due, close_reason', $$values (true, null::text)$$),
    ('escalate', 'events', $$values (array['suspension_timed_out none'])$$)
) as e (behavior, fields, expected);
select is(
    (
        select pg_temp.signal(p.id) from parked as p
        where p.behavior = 'escalate'
    ),
    'resume_condition_satisfied',
    'the escalated one still takes signals'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
