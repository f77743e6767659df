begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

create function pg_temp.cancel_as_holder(
    p_handle text,
    p_left_out text[] default '{}',
    p_source text default 'lease_holder'
)
returns text
language sql
as $cancel_as_holder$
    select format(
        'select to_jsonb(flowfabric.ff_cancel_execution(%L, %L, %L, %L, %L, %L))',
        format('{fp:%s}:%s', h.parts[2], h.parts[3]),
        'not needed',
        p_source,
        case when 'p_lease_id' <> all (p_left_out) then h.parts[6] end,
        case when 'p_lease_epoch' <> all (p_left_out) then h.parts[5] end,
        case when 'p_attempt_id' <> all (p_left_out) then h.parts[7] end
    )
    from string_to_array(p_handle, ':') as h (parts)
$cancel_as_holder$;

-- given that "b" took (1) over from "a", that the lease on (2) was revoked, that (3) is delayed,
-- and that the lease on (4) lapses at this very moment
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
end;
$given$;
select pg_temp.claim('a', p_lane_id => 'lane1') as of_a
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select
    pg_temp.claim('b', p_lane_id => 'lane1') as of_b,
    pg_temp.claim('a', p_lane_id => 'lane2') as revoked,
    pg_temp.claim('a', p_lane_id => 'lane3') as delayed,
    pg_temp.claim('a', 10000, 'lane4') as expired
\gset
select flowfabric.ff_delay(:'delayed', 60000);
do $given$
begin
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform pg_temp.advance('10 s');
end;
$given$;
select pg_temp.stored() as before
\gset

select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'of_a')), 'ZF102 stale_lease', 'the holder of before'
);
select
    is(
        pg_temp.refusal(pg_temp.cancel_as_holder(h.handle)),
        'ZF102 stale_lease',
        h.description
    )
from pg_temp.tampered_handles(:'of_b') as h
where h.description <> 'another attempt index';
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'revoked')), 'ZF103 lease_revoked', 'revoked'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'delayed')),
    'ZF105 execution_not_active',
    'given back'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'expired')),
    'ZF101 lease_expired',
    'at the very moment of its expiry a lease is over'
);
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(
        pg_temp.replaced(:'of_b', 3, '00000000-0000-4000-8000-000000000009')
    )),
    'ZF201 execution_not_found',
    'an execution that does not exist'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(pg_temp.cancel_as_holder(:'of_b')), 'nothing', 'the holder of now may'
);

select * from finish();
rollback;
