-- tests_sql/flow/reading/draws_a_diagram.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a flow with a race, and a name that Mermaid would misread
select pg_temp.flow('{
    "a": {}, "b\"]": {}, "c": {"after": {"any_of": ["a", "b\"]"]}},
    "d": {"after": {"quorum": 1, "of": ["a", "c"], "losers": "run"}}, "e": {"after": ["d"]}
}') as flow_id;
select pg_temp.complete('a') as completed;
select is(
    regexp_replace(flowfabric.ff_flow_diagram(pg_temp.flow_id()), e'\n    classDef.*', ''),
    $$flowchart LR
    n1["a<br/>completed"]:::completed
    n2["c<br/>waiting"]:::waiting
    n3["d<br/>waiting"]:::waiting
    n4["e<br/>waiting_children"]:::waiting_children
    n5["b#quot;]<br/>cancelled"]:::cancelled
    n1 -->|any| n2
    n5 -->|any| n2
    n1 -->|1 of 2| n3
    n2 -->|1 of 2| n3
    n3 --> n4$$,
    'each node has its name and state, each edge its join'
);
select * from finish();
rollback;
