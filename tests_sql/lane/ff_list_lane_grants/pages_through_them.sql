-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
begin;
select plan(4);
\ir ../../lib/errors.sql

create role "test b";
create role test_a;
select flowfabric.ff_grant_lane(g.lane_id, g.role_name, array[g.verb])
from (
    values
    ('lane', 'test b', 'read'), ('lane', 'test_a', 'claim'), ('lane', 'public', 'submit'),
    ('lane a', 'test_a', 'read'), ('LANE', 'test_a', 'read')
) as g (lane_id, role_name, verb)
\g /dev/null
select results_eq(
    'select lane_id, role_name, verbs from flowfabric.ff_list_lane_grants()',
    $$values
    ('LANE', 'test_a', '{read}'::text[]),
    ('lane', 'public', '{submit}'),
    ('lane', 'test b', '{read}'),
    ('lane', 'test_a', '{claim}'),
    ('lane a', 'test_a', '{read}')$$,
    'all grants, by lane and role'
);
select results_eq(
    $$select role_name from flowfabric.ff_list_lane_grants('lane')$$,
    $$values ('public'), ('test b'), ('test_a')$$,
    'the grants of one lane'
);
select page_key from flowfabric.ff_list_lane_grants(p_limit => 3) order by page_key collate "C" desc limit 1
\gset
select results_eq(
    format('select lane_id, role_name from flowfabric.ff_list_lane_grants(p_after => %L)', :'page_key'),
    $$values ('lane', 'test_a'), ('lane a', 'test_a')$$,
    'the next page'
);
select is(
    (select g.granted_by from flowfabric.ff_list_lane_grants('LANE') as g), current_user::text,
    'each row names the role that granted it'
);

select * from finish();
rollback;
