begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql

create function pg_temp.joins()
returns text
language sql
as $joins$
    select string_agg(m.line, ', ' order by m.line collate "C")
    from regexp_split_to_table(flowfabric.ff_metrics(), e'\n') as m (line)
    where m.line ~ '^ff_edge_group_policy_total'
$joins$;
-- how many joins are counted since the installation
do $given$ begin
    perform setval(s.counter, 1, false)
    from (
        values
        ('flowfabric.ff_all_of_joins'::regclass),
        ('flowfabric.ff_any_of_joins'),
        ('flowfabric.ff_quorum_joins')
    ) as s (counter);
end $given$;

-- given a flow with joins of each kind; then
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {"after": ["a", "b"]}, "d": {"after": {"any_of": ["a", "b"]}},
    "e": {"after": {"any_of": ["a", "b"]}}, "f": {"after": {"quorum": 1, "of": ["a", "b"]}}, "g": {}
}') as flow_id
\gset
select is(
    pg_temp.joins(),
    'ff_edge_group_policy_total{policy="all_of"} 1, '
    || 'ff_edge_group_policy_total{policy="any_of"} 2, '
    || 'ff_edge_group_policy_total{policy="quorum"} 1',
    'each join is counted by its policy'
);
-- when joins are made one by one: by an edge, by a policy, and by a policy that is replaced; then
do $when$ begin
    perform pg_temp.edge('a', 'b');
    perform flowfabric.ff_set_edge_group_policy(pg_temp.flow_id(), pg_temp.node('g'), 'all_of');
    perform flowfabric.ff_set_edge_group_policy(pg_temp.flow_id(), pg_temp.node('g'), 'all_of');
    perform flowfabric.ff_set_edge_group_policy(
        pg_temp.flow_id(), pg_temp.node('g'), 'any_of', p_on_satisfied => 'let_run'
    );
    perform pg_temp.edge('a', 'g');
end $when$;
select is(
    pg_temp.joins(),
    'ff_edge_group_policy_total{policy="all_of"} 3, '
    || 'ff_edge_group_policy_total{policy="any_of"} 3, '
    || 'ff_edge_group_policy_total{policy="quorum"} 1',
    'each join and each policy is counted'
);

select * from finish();
rollback;
