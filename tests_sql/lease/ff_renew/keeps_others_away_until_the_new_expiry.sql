begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a lease of 30 s, renewed after 20 s; when others claim; then
select pg_temp.lease('a') as handle
\gset
do $given$ begin perform pg_temp.advance('20 s'); end $given$;
select flowfabric.ff_renew(:'handle');

do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(pg_temp.claim('b'), null, 'at the former expiry no claim gets it');
do $when$ begin perform pg_temp.advance('19999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'a microsecond before the new expiry no claim gets it');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select isnt(pg_temp.claim('b'), null, 'at the new expiry a claim does');

-- given a lease of an hour, renewed for a second; when others claim; then
select pg_temp.lease('a', 3600000) as handle
\gset
select is(
    (flowfabric.ff_renew(:'handle', 1000)).lease_remaining_ms,
    1000::bigint,
    'a shorter ttl shortens the lease'
);
do $when$ begin perform pg_temp.advance('999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'it is held until the new expiry');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select isnt(pg_temp.claim('b'), null, 'and not longer');

select * from finish();
rollback;
