begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(
    1, p_policy => '{"retry_policy": {"max_retries": 3}}'
); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

create function pg_temp.closed(p_attempt_index integer default null)
returns text
language sql
as $closed$
    select coalesce(p.closed_reason, 'open')
    || case when p.closed_at is null then '' else ' ' || to_char(p.closed_at, 'MI:SS') end
    from flowfabric.ff_read_stream(pg_temp.id(1), p_attempt_index) as p
$closed$;

select is(pg_temp.closed(), 'open', 'open while the lease lasts');
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(pg_temp.closed(), 'lease_expired 00:30', 'closed when the lease has lapsed');
select pg_temp.claim('b') as second
\gset
select is(pg_temp.closed(0), 'reclaimed 00:30', 'closed when another worker has taken over');
select is(pg_temp.closed(), 'open', 'the new attempt has a stream of its own');
select from flowfabric.ff_revoke_lease(:'id');
select is(
    pg_temp.closed(1), 'lease_revoked 00:30',
    'closed when an operator has revoked the lease'
);
select pg_temp.claim('c') as third
\gset
select from flowfabric.ff_fail(:'third', 'broken', 'transient');
select is(pg_temp.closed(2), 'attempt_failure 00:30', 'closed when the attempt has failed');
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select pg_temp.claim('d') as fourth
\gset
select from flowfabric.ff_delay(:'fourth', 0);
select is(pg_temp.closed(3), 'open', 'open when the execution was handed back');
select pg_temp.claim('e') as fifth
\gset
select from flowfabric.ff_complete(:'fifth');
select is(pg_temp.closed(3), 'attempt_success 00:30', 'closed when the attempt has succeeded');
select is(
    pg_temp.closed(4), 'attempt_success 00:30', 'closed for an attempt that will never begin'
);
do $given$ begin
    perform pg_temp.submit_number(2, p_lane_id => 'other');
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform pg_temp.submit_number(3, p_lane_id => 'other', p_deadline_ms => 1000);
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_tick();
end $given$;
select is(
    (flowfabric.ff_read_stream(pg_temp.id(2))).closed_reason, 'attempt_cancelled',
    'closed when the execution was cancelled'
);
select is(
    (flowfabric.ff_read_stream(pg_temp.id(3))).closed_reason, 'expired',
    'closed when the execution has expired'
);

select * from finish();
rollback;
