begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given "a" failed, its reply was lost, and "b" has claimed the retry; when "a" sends it again;
-- then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{"retry_policy": {"max_retries": 2}}');
end;
$given$;
select pg_temp.claim('a') as handle_of_a
\gset
select flowfabric.ff_fail(:'handle_of_a', 'broken');
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select pg_temp.claim('b') as handle_of_b
\gset
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_fail(:'handle_of_a', 'broken')),
    '{
        "outcome": "retry_scheduled",
        "retry_at": "2030-01-01T12:00:01+00:00",
        "retry_in_ms": 0,
        "next_attempt_index": 1,
        "is_replay": true
    }',
    'it is answered as the first time'
);
select is(
    (
        select
            array_agg(
                distinct pg_temp.refusal(
                    format('select flowfabric.ff_fail(%L, $$broken$$)', t.handle)
                )
            )
        from pg_temp.tampered_handles(:'handle_of_a') as t
    ),
    array['ZF102 stale_lease'],
    'not for who has any part of the fence wrong'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_renew(%L)', :'handle_of_a')),
    'ZF102 stale_lease',
    'nor for other calls'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    (flowfabric.ff_fail(:'handle_of_a', 'broken')).is_replay,
    true,
    'also when the lease of "b" has lapsed'
);
select is(pg_temp.stored(), :'before', 'nothing is written: "b" is not disturbed');

-- when the retry has failed as well, and the third attempt completed; then each has its own answer
select pg_temp.claim('c') as handle_of_c
\gset
select flowfabric.ff_fail(:'handle_of_c', 'broken');
do $given$ begin perform pg_temp.advance('2 s'); end $given$;
select pg_temp.claim('d') as handle_of_d
\gset
select flowfabric.ff_complete(:'handle_of_d');
select results_eq(
    format(
        $$
            select f.outcome, f.next_attempt_index, f.is_replay
            from unnest(array[%L, %L]) with ordinality as h (handle, n)
            cross join lateral flowfabric.ff_fail(h.handle, 'broken') as f
            order by h.n
        $$,
        :'handle_of_a',
        :'handle_of_c'
    ),
    $$values ('retry_scheduled', 1, true), ('retry_scheduled', 3, true)$$,
    'also when all is over'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_fail(%L, $$broken$$)', :'handle_of_b')),
    'ZF105 execution_not_active',
    'who lost its lease never failed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
