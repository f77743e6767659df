begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql
\ir ../../lib/proven_events.sql

create function pg_temp.reasons()
returns setof text
language sql
as $reasons$
    select concat_ws(
        ' ',
        get_byte(uuid_send((e.event ->> 'execution_id')::uuid), 15),
        e.event ->> 'outcome',
        coalesce(e.event ->> 'details', 'for no reason')
    )
    from flowfabric.ff_read_events(p_kinds => '{completed}') as p
    cross join jsonb_array_elements(p.events) as e (event)
    order by 1
$reasons$;

-- given an execution that failed, one that expired before it had an attempt, and one whose workers
-- fell silent
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_fail(pg_temp.claim('a'), 'broken', 'permanent', 'bug');
    perform pg_temp.submit_number(2, p_deadline_ms => 1000);
    perform pg_temp.advance('2 seconds');
    perform count(*) from flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.submit_number(3, p_policy => '{"max_reclaim_count": 0}');
    perform count(*) from flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.advance('1 hour');
    perform count(*) from flowfabric.ff_claim('lane', 'b', 'b-1');
    perform pg_temp.prove_events();
end;
$given$;
prepare reasons as
select r.reason from pg_temp.reasons() as r (reason);
select results_eq(
    'reasons',
    array[
        '1 failed {"reason": "broken", "category": "bug"}',
        '2 expired {"reason": "execution_deadline", "category": "timeout"}',
        '3 failed {"reason": "max_reclaims_exceeded", "category": "infra_crash"}'
    ],
    'a reader learns why they ended'
);
-- when all are replayed; then
do $when$
begin
    perform pg_temp.advance('1 hour');
    perform flowfabric.ff_replay_execution(pg_temp.id(n)) from generate_series(1, 3) as n;
    perform pg_temp.prove_events();
end;
$when$;
select results_eq(
    'reasons',
    array[
        '1 failed {"reason": "broken", "category": "bug"}',
        '2 expired {"reason": "execution_deadline", "category": "timeout"}',
        '3 failed {"reason": "max_reclaims_exceeded", "category": "infra_crash"}'
    ],
    'a reader that comes later learns the same'
);
-- when one is erased after its second end; then
do $when$
begin
    perform pg_temp.advance('1 hour');
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'no longer wanted');
    perform flowfabric.ff_erase_executions(
        jsonb_build_object('execution_ids', array[pg_temp.id(1)]),
        p_before => pg_temp.clock() + interval '1 day'
    );
    perform pg_temp.prove_events();
end;
$when$;
select results_eq(
    $$select r.reason from pg_temp.reasons() as r (reason) where r.reason like '1 failed%'$$,
    array['1 failed {"category": "bug"}'],
    'a text of users is gone with the contents'
);

select * from finish();
rollback;
