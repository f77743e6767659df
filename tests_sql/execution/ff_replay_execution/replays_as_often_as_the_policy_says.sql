begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

-- given policies that (1) say nothing, (2) allow two replays, written as 2.0, (3) allow none; when
-- the executions are replayed as often as allowed, and once more; then
do $given$
begin
    perform pg_temp.submit_number(
        x.n, 'lane' || x.n, p_policy => x.policy::jsonb
    )
    from (
        values (1, null), (2, '{"max_replay_count": 2.0}'), (3, '{"max_replay_count": 0}')
    ) as x (n, policy);
end;
$given$;
create function pg_temp.replays(p_number integer)
returns integer
language plpgsql
as $replays$
begin
    for v_count in 0..20 loop
        perform flowfabric.ff_cancel_execution(pg_temp.id(p_number), 'not needed');
        if pg_temp.refusal(
            format('select flowfabric.ff_replay_execution(%L)', pg_temp.id(p_number))
        ) = 'ZF204 max_replays_exhausted' then
            return v_count;
        end if;
    end loop;
    return null;
end;
$replays$;
select results_eq(
    'select n, pg_temp.replays(n) from generate_series(1, 3) as n',
    'values (1, 10), (2, 2), (3, 0)',
    '10 replays are allowed by default, else as many as the policy says'
);
select pg_temp.stored() as before
\gset
select throws_ok(
    'select flowfabric.ff_replay_execution(pg_temp.id(2))',
    'ZF204',
    'the execution was replayed as often as its policy allows',
    'one more is refused'
);
select is(
    pg_temp.error_of('select flowfabric.ff_replay_execution(pg_temp.id(2))') -> 'detail',
    '{
        "symbol": "max_replays_exhausted",
        "execution_id": "00000000-0000-7000-8000-000000000002",
        "replay_count": 2
    }',
    'the detail says how many were allowed'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
