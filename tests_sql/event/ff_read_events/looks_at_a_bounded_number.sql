begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql

-- given 5,000 events that do not match a filter, and one that does
insert into flowfabric.ff_event (kind, occurred_at, execution_id)
select
    'renewed' as kind,
    pg_temp.clock() as occurred_at,
    '00000000-0000-7000-8000-000000000000'::uuid as execution_id
from generate_series(1, 5000);
insert into flowfabric.ff_event (kind, occurred_at, execution_id)
values ('revoked', pg_temp.clock(), '00000000-0000-7000-8000-000000000007');
do $given$ begin perform pg_temp.prove_events(); end $given$;

-- when events are read with the filter; then
create temporary table page as
select p.* from flowfabric.ff_read_events(p_kinds => '{revoked}') as p;
select is((select p.events from page as p), '[]', 'one call looks at some of the events');
select is((select p.has_more from page as p), true, 'it says that there are more');
select is(
    (
        with recursive pages as (
            select
                p.*,
                1 as number
            from flowfabric.ff_read_events(p_kinds => '{revoked}') as p
            union all
            select
                n.*,
                p.number + 1 as number
            from pages as p
            cross join
                lateral flowfabric.ff_read_events(
                    p.next_cursor, p_kinds => '{revoked}'
                ) as n
            where p.has_more and p.number < 10
        )

        select string_agg(jsonb_array_length(p.events)::text, ' ' order by p.number)
        from pages as p
    ),
    '0 0 1',
    'the next calls come to the event that matches'
);

select * from finish();
rollback;
