-- tests_sql/flow/reading/pages_the_members.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given a flow of 250 members, of which every second one waits for the one before it
select
    pg_temp.flow((
        select
            jsonb_object_agg(
                'n' || n,
                case
                    when n % 2 = 0 then jsonb_build_object('after', jsonb_build_array('n' || n - 1))
                    else '{}'
                end
            )
        from generate_series(1, 250) as n
    )) as flow_id
\gset
-- when it is described page by page; then
select
    is(
        array[
            jsonb_array_length(f.members), jsonb_array_length(f.edge_groups) > 0, f.is_more,
            f.node_count, f.edge_count
        ]::text[],
        array[p.members, p.has_joins, p.is_more, '250', '125'],
        p.description
    )
from (
    values
    (null, 100, '100', 'true', 'true', 'a page has a hundred members, with their joins'),
    (null, 249, '249', 'true', 'true', 'a page has as many as are asked for'),
    (null, 250, '250', 'true', 'false', 'the last page'),
    (null, 0, '0', 'false', 'true', 'none')
) as p (after, page_size, members, has_joins, is_more, description)
cross join lateral flowfabric.ff_describe_flow(pg_temp.flow_id(), p.after::uuid, p.page_size) as f;
create temporary table page as
with recursive page as (
    select
        f.members,
        f.edge_groups,
        f.after,
        f.is_more
    from flowfabric.ff_describe_flow(pg_temp.flow_id(), p_limit => 70) as f
    union all
    select
        f.members,
        f.edge_groups,
        f.after,
        f.is_more
    from page as p
    cross join lateral flowfabric.ff_describe_flow(pg_temp.flow_id(), p.after, 70) as f
    where p.is_more
)

select p.* from page as p;
select is((select count(*) from page), 4::bigint, 'there are four pages of seventy');
select results_eq(
    $$
        select m ->> 'execution_id'
        from page
        cross join jsonb_array_elements(members) as m
        order by m ->> 'execution_id'
    $$,
    $$
        select m.execution_id::text
        from flowfabric.ff_flow_member as m
        order by m.execution_id
    $$,
    'each member is on one of them'
);
select is(
    (
        select count(distinct j ->> 'downstream_execution_id')
        from page as p
        cross join jsonb_array_elements(p.edge_groups) as j
    ),
    125::bigint,
    'so is each join'
);
select is_empty(
    $$
        select j
        from page
        cross join jsonb_array_elements(edge_groups) as j
        where not members @> jsonb_build_array(
            jsonb_build_object('execution_id', j -> 'downstream_execution_id')
        )
    $$,
    'each join stands beside its member'
);
select is(
    array[
        pg_temp.refusal('select flowfabric.ff_describe_flow(pg_temp.flow_id(), p_limit => 1001)'),
        pg_temp.refusal('select flowfabric.ff_describe_flow(pg_temp.flow_id(), p_limit => null)'),
        pg_temp.refusal(
            $$select flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'r', p_limit => -1)$$
        )
    ],
    array['22023 p_limit', '22004 p_limit', '22023 p_limit'],
    'a page size beyond the limit is refused'
);
-- when it is cancelled; then
select is(
    (
        select
            array[
                c.outcome, c.cancelled_count::text, cardinality(c.member_execution_ids)::text,
                c.is_more::text
            ]
        from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted') as c
    ),
    '{cancelled,250,100,true}',
    'all are cancelled, and a hundred are listed'
);
create temporary table cancelled as
with recursive cancelled as (
    select
        c.outcome,
        c.member_execution_ids,
        c.after,
        c.is_more
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted') as c
    union all
    select
        c.outcome,
        c.member_execution_ids,
        c.after,
        c.is_more
    from cancelled as p
    cross join
        lateral flowfabric.ff_cancel_flow(
            pg_temp.flow_id(), 'not wanted', p_after => p.after
        ) as c
    where p.is_more
)

select p.* from cancelled as p;
select results_eq(
    'select outcome, cardinality(member_execution_ids) from cancelled',
    $$values ('already_terminal', 100), ('already_terminal', 100), ('already_terminal', 50)$$,
    'the same call with p_after lists the others'
);
select is(
    (select count(distinct m) from cancelled cross join unnest(member_execution_ids) as m),
    250::bigint,
    'each of them once'
);
select * from finish();
rollback;
