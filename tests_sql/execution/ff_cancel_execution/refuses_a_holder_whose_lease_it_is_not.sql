begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given "b" took (1) over from "a", the lease on (2) was revoked, (3) is delayed, the lease on (4)
-- lapses at this very moment, and (5) was cancelled by an operator, (6) by another holder
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 6) as n;
end;
$given$;
select pg_temp.claim('a', p_lane_id => 'lane1') as of_a
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select
    pg_temp.claim('b', p_lane_id => 'lane1') as of_b,
    pg_temp.claim('a', p_lane_id => 'lane2') as revoked,
    pg_temp.claim('a', p_lane_id => 'lane3') as delayed,
    pg_temp.claim('a', 10000, 'lane4') as expired,
    pg_temp.claim('a', p_lane_id => 'lane5') as cut_off,
    pg_temp.claim('a', p_lane_id => 'lane6') as cancelled
\gset
select from pg_temp.answer_of(pg_temp.cancel_as_holder(:'cancelled'));
select flowfabric.ff_delay(:'delayed', 60000);
do $given$
begin
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform flowfabric.ff_cancel_execution(pg_temp.id(5), 'enough');
    perform pg_temp.advance('10 s');
end;
$given$;
select pg_temp.stored() as before
\gset

select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'of_a')), 'ZF102 stale_lease',
    'the former holder of a taken-over execution'
);
select
    is(
        pg_temp.refusal(pg_temp.cancel_as_holder(h.handle)),
        'ZF102 stale_lease',
        h.description
    )
from pg_temp.tampered_fences(:'of_b') as h
where h.description <> 'another attempt index';
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'revoked')), 'ZF103 lease_revoked', 'revoked'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'delayed')),
    'ZF105 execution_not_active',
    'a holder that gave its lease back'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'cut_off')),
    'ZF105 execution_not_active',
    'the holder of an execution that an operator cancelled: its lease was lost'
);
select is(
    pg_temp.refusal(
        pg_temp.cancel_as_holder(
            pg_temp.replaced(:'cancelled', 'lease', 'ffffffff-ffff-4fff-bfff-ffffffffffff')
        )
    ),
    'ZF105 execution_not_active',
    'a worker that was not the holder who cancelled'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'expired')),
    'ZF101 lease_expired',
    'the holder of a lease that lapses at this very moment'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(
        pg_temp.replaced(:'of_b', 'execution', '00000000-0000-7000-8000-000000000009')
    )),
    'ZF201 execution_not_found',
    'an execution that does not exist'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'of_b')), 'nothing', 'the present holder may cancel'
);

select * from finish();
rollback;
