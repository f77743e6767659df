-- tests_sql/look/ff_history/hides_the_ends_of_upstreams_in_closed_lanes.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/flows.sql
\ir ../../lib/roles.sql
-- given a node behind one upstream in an open and one in a restricted lane, both ended
do $given$ begin
    perform pg_temp.flow('{
        "a": {}, "v": {"lane": "vault"}, "c": {"after": ["a", "v"]}
    }');
    perform pg_temp.complete('a');
    perform flowfabric.ff_complete(c.handle)
    from flowfabric.ff_issue_grant_and_claim(pg_temp.node('v'), 'vault') as c;
end $given$;
select
    pg_temp.node('c') as c,
    pg_temp.login_of('ff_reader') as reader,
    flowfabric.ff_grant_lane('vault', 'pg_monitor', '{read}') is null as restricted
\gset
create function pg_temp.told(p_id uuid) returns bigint language sql as $$
    select count(*) from flowfabric.ff_history(p_id) as h where h.what = 'dependency_satisfied'
$$;
-- then
select is(pg_temp.told(:'c'), 2::bigint, 'the owner sees the ends of both');
select set_config('role', :'reader', true)
\g /dev/null
select is(pg_temp.told(:'c'), 1::bigint, 'a reader of the open lane sees the end of one');
reset role;
select * from finish();
rollback;
