-- noqa: disable=LT02,LT05,LT09
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

create function pg_temp.made(p_minutes integer)
returns uuid language plpgsql as $made$
begin
    perform pg_temp.set_clock('2030-01-01 12:00+00'::timestamptz + p_minutes * interval '1 minute');
    return (select f.flow_id from flowfabric.ff_create_flow() as f);
end;
$made$;
select pg_temp.made(1) as a
\gset
select pg_temp.made(2) as b
\gset
select pg_temp.made(3) as c
\gset
prepare pages as
select l.flow_id from flowfabric.ff_list_flows(p_after => $1, p_limit => $2, p_newest_first => $3) as l;

select results_eq(
    'execute pages(null, 2, true)',
    format('values (%L::uuid), (%L)', :'c', :'b'),
    'the newest come first'
);
select results_eq(
    format('execute pages(%L, 2, true)', :'b'), format('values (%L::uuid)', :'a'), 'and then the older ones'
);
select results_eq(
    format('execute pages(%L, 2, false)', :'a'),
    format('values (%L::uuid), (%L)', :'b', :'c'),
    'in the other order as well'
);
select is_empty(format('execute pages(%L, 2, true)', :'a'), 'until there are no more');
select is(
    pg_temp.error_of('select flowfabric.ff_list_flows(p_newest_first => null)') -> 'detail',
    '{"argument": "p_newest_first"}',
    'it is one or the other'
);
select * from finish();
rollback;
