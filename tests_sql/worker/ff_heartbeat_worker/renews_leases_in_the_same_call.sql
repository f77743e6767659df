begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given worker a holds (1) and lost (2), and is not registered; when it sends a heartbeat with the
-- handles of both, and with a malformed one; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
select pg_temp.claim('a', 30000, 'lane1') as held
\gset
select pg_temp.claim('a', 1000, 'lane2') as lost
\gset
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
create temporary table sent as
select h.*
from flowfabric.ff_heartbeat_worker('a-1', p_handles => array[:'lost', :'held', 'junk']) as h;
select results_eq(
    $$
        select
            r.item, r.renewal ->> 'execution_id', r.renewal ->> 'outcome',
            r.renewal ->> 'error_code', (r.renewal ->> 'lease_remaining_ms')::integer
        from sent as s
        cross join lateral jsonb_array_elements(s.renewals) with ordinality as r (renewal, item)
    $$,
    $$
        values
        (1::bigint, pg_temp.id(2)::text, 'lease_expired', 'ZF101', null::integer),
        (2, pg_temp.id(1)::text, 'renewed', null, 30000),
        (3, null, 'invalid', '22023', null)
    $$,
    'each handle has its result, in order'
);
select is(
    (
        select array_agg(k.field order by k.field)
        from sent as s
        cross join lateral jsonb_object_keys(s.renewals -> 1) as k (field)
    ),
    (
        select array_agg(a.attname::text order by a.attname::text)
        from pg_attribute as a
        where a.attrelid = 'flowfabric.ff_renewed_item'::regclass and a.attnum > 0
    ),
    'with the fields of ff_renew_batch'
);
select is((select s.outcome from sent as s), 'not_registered', 'it still has to register');
select is(
    (
        select d.lease_expires_at
        from flowfabric.ff_describe_execution(pg_temp.id(1)) as d
    ),
    '2030-01-01 12:00:31+00'::timestamptz,
    'its lease is renewed'
);
select is(
    (flowfabric.ff_heartbeat_worker('a-1', p_handles => '{}')).renewals,
    '[]',
    'without handles there are no renewals'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
