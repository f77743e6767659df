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
    'it gets the first answer'
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
    'a call with any part of the fence wrong does not'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_renew(%L)', :'handle_of_a')),
    'ZF102 stale_lease',
    'another call does not, either'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    (flowfabric.ff_fail(:'handle_of_a', 'broken')).is_replay,
    true,
    'it gets the first answer when the lease of "b" has lapsed, too'
);
select is(pg_temp.stored(), :'before', 'nothing is written: "b" still holds the lease');

-- when the retry has failed as well, and the third attempt has completed; then each call gets its
-- own answer
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
    'also when the execution has ended'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_fail(%L, $$broken$$)', :'handle_of_b')),
    'ZF105 execution_not_active',
    'the call of a worker that lost its lease is not a replay'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
