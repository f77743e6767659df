begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/fetched.sql

-- given a hundred thousand executions that wait, and leases on five thousand others
do $given$ begin
    for v_batch in 1..5 loop
        perform count(*) from flowfabric.ff_create_executions(
            'lane', array_fill('{}'::jsonb, array[1000])
        );
        perform pg_temp.advance('1 ms');
        perform count(*) from flowfabric.ff_claim_batch(
            'lane', 'a', 'a-1', 1000, p_lease_ttl_ms => 30000
        );
    end loop;
    perform flowfabric.ff_tick();
    for v_batch in 1..10 loop
        perform count(*) from flowfabric.ff_create_executions(
            'lane', array_fill('{}'::jsonb, array[10000])
        );
    end loop;
end $given$;
-- when the leases have lapsed, and ticks have noted them; then
do $when$ begin
    perform pg_temp.advance('1 minute');
    for v_tick in 1..500 loop
        perform flowfabric.ff_tick();
        perform pg_temp.advance('2 s');
        -- past the moments of the lapses, and of the submissions
        exit when (
            select t.lapses_from > '2030-01-01 12:01:00+00'
            from flowfabric.ff_tick_log as t
            order by t.tick_id desc
            limit 1
        );
    end loop;
end $when$;
select is((select count(*) from flowfabric.ff_lapsed_lease), 5000::bigint, 'all of them are noted');
select cmp_ok(
    pg_temp.cost_of('select flowfabric.ff_list_expired_leases()'), '<=', 1000::numeric,
    'a page reads only its own rows'
);
analyze;
select cmp_ok(
    pg_temp.cost_of('select flowfabric.ff_list_expired_leases()'), '<=', 1000::numeric,
    'also in analyzed tables'
);
select cmp_ok(
    pg_temp.cost_of(
        'select flowfabric.ff_list_expired_leases(l.page_key)'
        || ' from flowfabric.ff_list_expired_leases(p_limit => 1000) as l'
        || ' order by l.lease_expires_at desc, l.execution_id desc limit 1'
    ),
    '<=', 5000::numeric,
    'so does the next page'
);
select cmp_ok(
    pg_temp.cost_of($$select flowfabric.ff_list_expired_leases(p_namespace => 'other')$$),
    '<=', 100::numeric, 'a page of a tenant without any looks at none'
);
-- when a lease lapses after the last tick; then it is listed, too
do $when$ begin
    perform pg_temp.submit('other');
    perform pg_temp.claim('b', 1000, 'other');
    perform pg_temp.advance('1 s');
end $when$;
create temporary table listed as
with recursive page as (
    select
        array_agg(l.execution_id) as ids,
        (array_agg(l.page_key order by l.lease_expires_at desc, l.execution_id desc))[1] as page_key
    from flowfabric.ff_list_expired_leases(p_limit => 1000) as l
    union all
    select
        n.ids,
        n.page_key
    from page as p
    cross join
        lateral (
            select
                array_agg(l.execution_id) as ids,
                (array_agg(l.page_key order by l.lease_expires_at desc, l.execution_id desc))[1]
                    as page_key
            from flowfabric.ff_list_expired_leases(p.page_key, 1000) as l
        ) as n
    where n.ids is not null
)

select i.execution_id from page as p cross join unnest(p.ids) as i (execution_id);
select results_eq(
    'select count(*), count(distinct execution_id) from listed',
    'values (5001::bigint, 5001::bigint)',
    'page by page, each is listed once'
);
-- when they are taken over, cancelled or ended otherwise; then they are not listed any more
do $when$
declare
    v_now timestamptz;
begin
    -- past the backlog in front of them
    update flowfabric.ff_exec_core as e
    set claimable_at = e.claimable_at + interval '1 day'
    where e.state = 'waiting_first';
    perform count(*) from flowfabric.ff_claim_batch('lane', 'c', 'c-1', 1000);
    perform count(*) from flowfabric.ff_claim_batch('lane', 'c', 'c-1', 1000);
    perform flowfabric.ff_cancel_execution(l.execution_id, 'not needed')
    from flowfabric.ff_list_expired_leases(p_limit => 1000) as l;
end $when$;
select is(
    (select count(*) from flowfabric.ff_lapsed_lease), 2000::bigint,
    'their notes are removed'
);
select cmp_ok(
    pg_temp.cost_of('select flowfabric.ff_list_expired_leases()'), '<=', 100000::numeric,
    'they cost nothing any more'
);
select is_empty(
    $$
        select l.execution_id
        from flowfabric.ff_list_expired_leases(p_limit => 1000) as l
        inner join flowfabric.ff_exec_core as e on e.execution_id = l.execution_id
        where e.state <> 'active' or e.worker_id <> 'a' and e.worker_id <> 'b'
    $$,
    'all listed leases have lapsed'
);

select * from finish();
rollback;
