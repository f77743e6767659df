begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an attempt of 60 s that handed its execution back after 10 s; when it is claimed an hour
-- later; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select c.handle
from flowfabric.ff_claim('lane', 'a', 'a-1', p_attempt_timeout_ms => 60000) as c
\gset
do $given$ begin perform pg_temp.advance('10 s'); end $given$;
select d.public_state from flowfabric.ff_delay(:'handle', 3600000) as d
\gset
create temporary table interrupted as
select
    attempt_id,
    lease_id
from flowfabric.ff_exec_core;

select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'a resumed execution is not claimed before its time'
);
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
create temporary table resumed as
select c.* from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 600000) as c;
select results_eq(
    $$
        select
            r.attempt_index, r.attempt_type, r.lease_epoch, r.attempt_id = i.attempt_id,
            r.lease_id <> i.lease_id, r.lease_remaining_ms
        from resumed as r
        cross join interrupted as i
    $$,
    $$values (0, 'resume', 2::bigint, true, true, 50000::bigint)$$,
    'the claim continues the same attempt under a new lease and epoch, in the time that is left'
);
select results_eq(
    $$
        select attempt_index, attempt_type, outcome, started_at, worker_id
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 'initial', null, '2030-01-01 12:00:00+00'::timestamptz, 'b')$$,
    'there is one attempt, of the type it always had'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('released', 'none', '{1}', '{1}', 'a'),
        ('acquired', 'none', '{1}', '{2}', 'b')
    $$,
    'no lease expired and nothing was reclaimed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
