begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql

-- given a lease; when somebody completes with handles of which one part is wrong, or which are
-- none; then
select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_complete_batch(
            array(select t.handle from pg_temp.tampered_handles(:'handle') as t)
        ) as c
    ),
    array_fill('stale_lease'::text, array[5]),
    'none of them passes'
);
select is(
    (
        select array_agg(distinct c.error_code || ' ' || (c.error_detail ->> 'argument'))
        from flowfabric.ff_complete_batch(
            array(select m.handle from pg_temp.malformed_handles() as m)
        ) as c
    ),
    array['22023 p_handles'],
    'what is not a handle is said to be none'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_complete_batch(
            array(select t.handle from pg_temp.tampered_handles(:'handle') as t) || :'handle'::text
        ) as c
    ),
    array_fill('lease_expired'::text, array[6]),
    'expiry is judged before staleness'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
