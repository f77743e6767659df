begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given all but two of the signals that an execution can take, none of which it asked for
select pg_temp.suspended() as id
\gset
select pg_temp.signal(:'id', 'no', p_idempotency_key => 'one') as effect
\gset
insert into flowfabric.ff_signal (
    signal_id, execution_id, waitpoint_id, suspension_id, signal_name, source_type,
    source_identity, delivered_by, accepted_at, effect
)
select
    gen_random_uuid() as signal_id,
    s.execution_id,
    s.waitpoint_id,
    s.suspension_id,
    'no' as signal_name,
    s.source_type,
    s.source_identity,
    s.delivered_by,
    s.accepted_at,
    s.effect
from flowfabric.ff_signal as s
cross join generate_series(1, 9997);
update flowfabric.ff_waitpoint set signal_count = 9998;
update flowfabric.ff_suspension set signal_count = 9998;
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
-- when more come; then
select is(pg_temp.signal(:'id', 'no'), 'signal_ignored_matcher_failed', 'there is room');
select is(
    pg_temp.signal(:'id', 'no', p_idempotency_key => 'last'), 'signal_ignored_matcher_failed',
    'for ten thousand'
);
select is(
    pg_temp.refusal(format('select pg_temp.signal(%L)', :'id')), 'ZF508 signal_limit_exceeded',
    'and no more'
);
select is(
    pg_temp.signal(:'id', 'no', p_idempotency_key => 'last'), 'duplicate',
    'what came before is a duplicate, and not one too many'
);
select is(
    (select r.public_state from flowfabric.ff_resume_execution(:'id') as r), 'waiting',
    'an operator can let it go on'
);

select * from finish();
rollback;
