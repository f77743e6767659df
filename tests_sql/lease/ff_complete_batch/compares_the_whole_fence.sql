begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql

-- given a lease; when a batch has handles of which one part is wrong, or that are malformed; then
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
    'each wrong handle is refused'
);
select is(
    (
        select array_agg(distinct c.error_code || ' ' || (c.error_detail ->> 'argument'))
        from flowfabric.ff_complete_batch(
            array(select m.handle from pg_temp.malformed_handles() as m)
        ) as c
    ),
    array['22023 p_handles'],
    'a malformed text is named as such'
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
    'an expired lease is reported before a stale one'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
