-- tests_sql/lane/indexed_tags/follow_the_tags.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/indexed_tags.sql
-- given a lane that indexes a tag before anything is submitted to it
do $given$ begin
    perform flowfabric.ff_register_lane('lane', p_options => '{"indexed_tags": ["shop.customer"]}');
    perform pg_temp.tend();
    perform pg_temp.submit_number(n, p_tags => '{"shop.customer": "ada"}') from generate_series(1, 3) as n;
    perform pg_temp.submit_number(4, p_tags => '{"shop.customer": "bob"}');
    perform flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "lane", "tags": {"shop.customer": "cid"}}}}');
end $given$;
create function pg_temp.entries()
returns bigint
language sql
as $entries$
    select count(*) from flowfabric.ff_tag_entry
$entries$;
select is(pg_temp.entries(), 5::bigint, 'members of flows are entered, too');
-- when a tag is changed; then lists follow
do $when$ begin
    perform flowfabric.ff_set_execution_tag(pg_temp.id(2), 'shop.customer', 'bob');
    perform flowfabric.ff_set_execution_tag(pg_temp.id(3), 'shop.order', '7');
end $when$;
select
    is(
        pg_temp.found('{"lane_id": "lane", "tags": {"shop.customer": "bob"}}'),
        '4 2',
        'the new value'
    );
select
    is(
        pg_temp.found('{"lane_id": "lane", "tags": {"shop.customer": "ada"}}'),
        '3 1',
        'and not the old one'
    );
select is(pg_temp.entries(), 5::bigint, 'no entry is left behind');
-- when one is erased; then its entry goes
do $when$ begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(n), 'no') from generate_series(1, 3) as n;
    perform flowfabric.ff_erase_executions(jsonb_build_object('execution_ids', array[pg_temp.id(1)]));
    perform flowfabric.ff_erase_executions(jsonb_build_object('execution_ids', array[pg_temp.id(2)]), p_kept_tags => '{shop.customer}');
end $when$;
select is(pg_temp.entries(), 4::bigint, 'unless the tag is kept');
-- when they are removed; then all their entries go
do $when$ begin
    perform pg_temp.advance('31 days');
    perform flowfabric.ff_trim_retention();
end $when$;
select is(pg_temp.entries(), 2::bigint, 'those that have not ended are left');
-- when the lane does not name the tag any more; then the index goes
do $when$ begin
    perform flowfabric.ff_register_lane('lane');
    perform pg_temp.submit_number(9, p_tags => '{"shop.customer": "ada"}');
    perform pg_temp.tend();
end $when$;
select is(pg_temp.entries(), 0::bigint, 'with its entries');
select is_empty('select from flowfabric.ff_tag_index', 'and itself');
select * from finish();
rollback;
