begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given six executions whose suspension under key "k" was satisfied already, so that the worker
-- kept its lease of ten seconds
create temporary table held (n integer, handle text);
do $given$
declare
    v_handle text;
begin
    for n in 1..6 loop
        perform pg_temp.submit_number(n, 'lane' || n);
        v_handle := pg_temp.claim('a', 10000, 'lane' || n);
        perform flowfabric.ff_create_waitpoint(v_handle, 'review', 60000);
        perform pg_temp.signal(pg_temp.id(n));
        if (flowfabric.ff_suspend(
            v_handle, '{"signal": "approved", "on": "review"}', p_idempotency_key => 'k'
        )).outcome <> 'already_satisfied' then
            raise exception 'it should not park';
        end if;
        insert into held values (n, v_handle);
    end loop;
end;
$given$;
create function pg_temp.again(p_handle text, p_condition text)
returns text language sql as $again$
    select format(
        $$select flowfabric.ff_suspend(%L, %L, p_idempotency_key => 'k')$$, p_handle, p_condition
    )
$again$;
create function pg_temp.same()
returns text language sql as $same$
    select '{"signal": "approved", "on": "review"}'
$same$;
select results_eq(
    $$
        select s.outcome, s.is_replay
        from held as h
        cross join lateral flowfabric.ff_suspend(
            h.handle, pg_temp.same()::jsonb, p_idempotency_key => 'k'
        ) as s
        where h.n = 6
    $$,
    $$values ('already_satisfied', true)$$,
    'the holder of a live lease may continue'
);

-- when the leases are lost, each in another way, and the call is sent again; then
do $when$
begin
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform flowfabric.ff_complete_execution(
        pg_temp.id(3), null, null, null, null, p_source => 'operator_override'
    );
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.claim('b', 60000, 'lane4');
    perform flowfabric.ff_revoke_lease(pg_temp.id(5));
    perform flowfabric.ff_complete(pg_temp.claim('b', 60000, 'lane5'));
    -- (6) lapses at this very moment
    perform pg_temp.advance('10 s');
end;
$when$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(pg_temp.again(h.handle, pg_temp.same())), e.refusal,
        'a worker that lost its lease: ' || e.way
    )
from (
    values
    (1, 'it was revoked', 'ZF103 lease_revoked'),
    (2, 'an operator cancelled', 'ZF105 execution_not_active'),
    (3, 'an operator completed', 'ZF105 execution_not_active'),
    (4, 'another worker took over', 'ZF102 stale_lease'),
    (5, 'another worker completed', 'ZF105 execution_not_active'),
    (6, 'it lapsed', 'ZF101 lease_expired')
) as e (n, way, refusal)
inner join held as h on e.n = h.n
order by e.n;
select
    is(
        pg_temp.refusal(pg_temp.again(h.handle, '{"operator_only": true}')), e.refusal,
        'that is judged before the condition: ' || h.n
    )
from (
    values
    (1, 'ZF103 lease_revoked'),
    (4, 'ZF102 stale_lease'),
    (6, 'ZF101 lease_expired')
) as e (n, refusal)
inner join held as h on e.n = h.n
order by e.n;
select is(pg_temp.stored(), :'before', 'nothing is written');

-- given a lease that continued under key "k1" and was then suspended under "k2"; when the first
-- call is sent again; then
do $given$ begin perform pg_temp.submit_number(7, 'lane7'); end $given$;
select pg_temp.claim('a', 10000, 'lane7') as of_7
\gset
select flowfabric.ff_create_waitpoint(:'of_7', 'review', 60000) as x;
select pg_temp.signal(pg_temp.id(7)) as x;
select flowfabric.ff_suspend(:'of_7', pg_temp.same()::jsonb, p_idempotency_key => 'k') as x;
select flowfabric.ff_suspend(:'of_7', pg_temp.same()::jsonb, p_idempotency_key => 'k2') as x;
select is(
    pg_temp.refusal(pg_temp.again(:'of_7', pg_temp.same())), 'ZF105 execution_not_active',
    'it is refused: a later call gave the lease back'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
