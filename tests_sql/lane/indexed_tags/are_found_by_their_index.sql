-- noqa: disable=LT05
-- tests_sql/lane/indexed_tags/are_found_by_their_index.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/indexed_tags.sql
\ir ../../lib/fetched.sql
-- given executions of before, and a lane that indexes a tag since then
do $given$ begin
    perform pg_temp.submit_number(1, p_tags => '{"shop.customer": "ada"}');
    perform pg_temp.submit_number(2, p_tags => '{"shop.customer": "bob"}');
    perform flowfabric.ff_register_lane('lane', p_options => '{"indexed_tags": ["shop.customer", "shop.order"]}');
    perform pg_temp.submit_number(3, p_tags => '{"shop.customer": "ada"}');
end $given$;
select
    is(
        pg_temp.found('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}'),
        '3 1',
        'before ticks know of it, all are looked at'
    );
do $given$ begin perform pg_temp.tend(); end $given$;
select is(
    (
        select count(*) from flowfabric.ff_tag_index as i
        where i.complete_from is not null
    ),
    2::bigint,
    'given that ticks know'
);
select
    is(
        pg_temp.found('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}'),
        '3 1',
        'the old ones are below the index'
    );
-- given executions behind the mark
create function pg_temp.submit_late(p_tags jsonb, p_count integer)
returns void
language sql
as $submit_late$
    select count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[p_count]), jsonb_build_object('tags', p_tags)
    )
$submit_late$;
do $given$ begin
    perform pg_temp.advance('1 hour');
    perform pg_temp.submit_late('{"shop.customer": "bob"}', 3000);
    perform pg_temp.submit_late('{"shop.customer": "ada", "shop.order": "7"}', 2);
    perform pg_temp.submit_late('{"shop.customer": "bob"}', 3000);
end $given$;
select is(
    (
        select cardinality(p.executions)
        from
            flowfabric.ff_find_executions('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}')
                as p
    ),
    2, 'the first page has what the index has'
);
select is(
    (
        select string_agg(e.tags ->> 'shop.customer', ' ')
        from
            flowfabric.ff_find_executions('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}')
                as p
        cross join
            lateral flowfabric.ff_find_executions(
                '{"lane_id": "lane", "tags": {"shop.customer": "ada"}}', true, p.after
            ) as q
        cross join unnest(q.executions) as e
    ),
    'ada ada', 'and the next one those of before'
);
select is(
    (
        select format('%s %s %s', cardinality(p.executions), p.is_more, cardinality(q.executions))
        from
            flowfabric.ff_find_executions(
                '{"lane_id": "lane", "tags": {"shop.customer": "ada"}}', false
            ) as p
        cross join lateral flowfabric.ff_find_executions(
            '{"lane_id": "lane", "tags": {"shop.customer": "ada"}}', false, p.after
        ) as q
    ),
    '2 t 2', 'the other way round, too'
);
analyze;
select cmp_ok(
    pg_temp.cost_of(
        $$select flowfabric.ff_find_executions('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}')$$
    ),
    '<=', 60::numeric, 'only few rows are looked at'
);
select cmp_ok(
    pg_temp.cost_of(
        $$select flowfabric.ff_find_executions('{"lane_id": "lane", "tags": {"shop.order": "7", "shop.customer": "ada"}}')$$
    ),
    '<=', 60::numeric, 'also where both are indexed'
);
select is(
    (
        select cardinality(p.executions)
        from flowfabric.ff_find_executions('{"tags": {"shop.customer": "ada"}}', false) as p
    ),
    4, 'without the lane, executions are looked at'
);
select * from finish();
rollback;
