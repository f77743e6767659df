-- tests_sql/lease/ff_wait_children/is_skipped_when_it_cannot_start.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a parent with a child; when the child fails, while the parent waits, and while it runs
create function pg_temp.scene(p_waits boolean) returns text language plpgsql as $$
declare
    v_handle text;
begin
    perform pg_temp.member('parent' || p_waits);
    select c.handle into v_handle
    from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('parent' || p_waits), 'lane') as c;
    perform pg_temp.member('child' || p_waits);
    perform pg_temp.stage(1 + p_waits::integer, 'child' || p_waits, 'parent' || p_waits);
    perform pg_temp.apply(1 + p_waits::integer);
    if p_waits then
        perform flowfabric.ff_wait_children(v_handle);
    end if;
    perform flowfabric.ff_cancel_execution(pg_temp.id_of('child' || p_waits), 'no need');
    return v_handle;
end;
$$;
select pg_temp.scene(true) is null as played;
select results_eq(
    $$select d.public_state, d.attempt_state, d.lease_epoch, a.outcome
    from flowfabric.ff_describe_execution(pg_temp.id_of('parenttrue')) as d
    cross join lateral flowfabric.ff_list_attempts(d.execution_id) as a$$,
    $$values ('skipped', 'attempt_terminal', 1::bigint, 'ended_cancelled')$$,
    'a waiting parent is skipped, and its attempt has ended'
);
select pg_temp.scene(false) as handle \gset
select results_eq(
    $$select d.public_state, d.lease_epoch, a.outcome, a.lease_epoch
    from flowfabric.ff_describe_execution(pg_temp.id_of('parentfalse')) as d
    cross join lateral flowfabric.ff_list_attempts(d.execution_id) as a$$,
    $$values ('skipped', 2::bigint, 'ended_cancelled', 1::bigint)$$,
    'a running parent is skipped, too, and its lease ends'
);
select throws_ok(
    format('select flowfabric.ff_complete(%L)', :'handle'), 'ZF105', 'the execution is not active',
    'its worker learns so at the next call'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
