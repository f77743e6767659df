-- tests_sql/flow/replay/refuses_to_wait_for_upstreams_that_cannot_be_replayed.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d and e, skipped because a failed, which may not be replayed; when they are replayed; then
select pg_temp.flow('{
    "a": {"policy": {"max_replay_count": 0}},
    "d": {"after": ["a"]}, "e": {"after": ["d"]}
}') as flow_id;
select pg_temp.fail('a') as a \gset
select pg_temp.pay();
select is(pg_temp.nodes(), 'a failed, d skipped, e skipped', 'given they are skipped');
create function pg_temp.upstream_named(p_name text) returns text language plpgsql as $$
declare
    v_detail text;
begin
    perform pg_temp.replay(p_name);
    return 'no error';
exception
    when sqlstate 'ZF204' then
        get stacked diagnostics v_detail = pg_exception_detail;
        return v_detail::jsonb ->> 'upstream_execution_id';
end;
$$;
select is(
    pg_temp.upstream_named('d'), pg_temp.node('a')::text,
    'd is refused, and the error names a'
);
select is(pg_temp.upstream_named('e'), pg_temp.node('d')::text, 'e is refused, because d would be');
select is(pg_temp.upstream_named('a'), null, 'a is refused');
select is(pg_temp.nodes(), 'a failed, d skipped, e skipped', 'nothing has changed');

-- when the join can be satisfied without a; then
select pg_temp.flow('{
    "a": {"policy": {"max_replay_count": 0}}, "b": {},
    "d": {"after": {"any_of": ["a", "b"]}}
}') as flow_id;
select
    pg_temp.fail('a') as a,
    pg_temp.fail('b') as b
\gset
select is(pg_temp.replay('d'), 'waiting_children', 'd may be replayed');
select
    pg_temp.replay('b') as b,
    pg_temp.complete('b') as completed_b
\gset
select is(pg_temp.nodes('d'), 'd waiting', 'd can be claimed when b has completed');

-- given d, skipped because b failed; a had completed for it, and failed after a replay
select pg_temp.flow('{
    "a": {"policy": {"max_replay_count": 1}}, "b": {}, "d": {"after": ["a", "b"]}
}') as flow_id;
select
    pg_temp.complete('a') as a,
    pg_temp.fail('b') as b
\gset
select pg_temp.pay();
select
    pg_temp.replay('a') as a,
    pg_temp.fail('a') as failed
\gset
-- when d is replayed; then
select is(
    pg_temp.upstream_named('d'), pg_temp.node('a')::text,
    'd is refused, and the error names a'
);
select is(pg_temp.nodes(), 'a failed, b failed, d skipped', 'nothing has changed');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
