-- tests_sql/views/leave_out_restricted_lanes.sql
begin;
select plan(8);
\ir ../lib/clock.sql
\ir ../lib/errors.sql
\ir ../lib/leased_execution.sql
\ir ../lib/roles.sql
-- given work in an open lane and in one that only some roles may read: an attempt that was taken
-- over, and work that has been due for long
do $given$ begin
    perform flowfabric.ff_create_execution('open');
    perform flowfabric.ff_create_execution('vault');
    perform pg_temp.claim('a', 1000, 'open');
    perform pg_temp.claim('a', 1000, 'vault');
    perform pg_temp.advance('2 s');
    perform pg_temp.claim('b', 1000, 'open');
    perform pg_temp.claim('b', 1000, 'vault');
    perform pg_temp.advance('1 h');
end $given$;
create role test_stranger login;
grant ff_reader to test_stranger;
create role test_trusted login;
grant ff_reader to test_trusted;
create role test_submitter login;
grant ff_reader to test_submitter;

create function pg_temp.rows_seen(p_role text)
returns text
language plpgsql
as $rows_seen$
declare
    v_seen text;
begin
    perform set_config('role', p_role, true);
    v_seen := concat_ws(
        ' ',
        (select count(*) from flowfabric.ff_executions),
        (select count(*) from flowfabric.ff_attempts),
        (select count(*) from flowfabric.ff_lanes),
        (select count(*) from flowfabric.ff_stuck)
    );
    perform set_config('role', 'none', true);
    return v_seen;
end;
$rows_seen$;

select is(pg_temp.rows_seen('test_stranger'), '2 4 2 2', 'all rows, while the lanes are open');
-- when one lane is restricted
do $when$ begin
    perform flowfabric.ff_grant_lane('vault', 'test_trusted', '{read}');
    perform flowfabric.ff_grant_lane('vault', 'test_submitter', '{submit}');
end $when$;
-- then
select is(pg_temp.rows_seen('test_stranger'), '1 2 1 1', 'no row of the restricted lane');
select is(pg_temp.rows_seen('test_trusted'), '2 4 2 2', 'all rows, with the right to read');
select is(pg_temp.rows_seen('test_submitter'), '1 2 2 1', 'the lane itself, with another right');
do $when$ begin perform flowfabric.ff_revoke_lane('vault', 'test_trusted'); end $when$;
select is(pg_temp.rows_seen('test_trusted'), '1 2 1 1', 'no row, when the right was revoked');
select is(
    (select count(*)::text from flowfabric.ff_executions), '2', 'the owner reads all rows'
);
do $when$ begin perform flowfabric.ff_grant_lane('vault', 'public', '{operate}'); end $when$;
select is(
    pg_temp.rows_seen('test_stranger'), '2 4 2 2',
    'a right of public is a right of every role'
);
-- conditions of the reader are evaluated only on rows that it may read
select is(
    array(
        select c.relname::text
        from pg_class as c
        where
            c.relnamespace = 'flowfabric'::regnamespace
            and c.reloptions @> '{security_barrier=true}'
        order by 1
    ),
    '{ff_attempts,ff_executions,ff_lanes,ff_stuck}', 'the views are security barriers'
);
select * from finish();
rollback;
