begin;
select plan(3);
\ir ../../lib/clock.sql
create function pg_temp.mark_s()
returns bigint
language sql
as $mark_s$
    select m.last_value - extract(epoch from pg_temp.clock())::bigint
    from flowfabric.ff_doorbell_until as m
$mark_s$;
-- given two workers that hang their doorbells at once, for different times: the one with the
-- shorter time may set the common end last; when it does; then
do $when$ begin perform flowfabric.ff_hang_doorbell('short-1', array['emails'], 1); end $when$;
select cmp_ok(
    pg_temp.mark_s(), '>=', 60::bigint,
    'the common end covers the longest time for which a doorbell may hang'
);
do $when$ begin
    perform pg_temp.advance('29 s');
    perform flowfabric.ff_hang_doorbell('short-1', array['emails'], 1);
end $when$;
select cmp_ok(pg_temp.mark_s(), '>=', 60::bigint, 'so it does half a minute later');
do $when$ begin
    perform pg_temp.advance('29 s');
    perform flowfabric.ff_hang_doorbell('short-1', array['emails'], 1);
end $when$;
select cmp_ok(pg_temp.mark_s(), '>=', 60::bigint, 'and a minute later');
select * from finish();
rollback;
