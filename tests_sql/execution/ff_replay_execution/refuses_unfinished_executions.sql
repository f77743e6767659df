begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that (1) wait, (2) are delayed, (3) are held, (4) lapsed, (5) were revoked
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n, p_delay_ms => case n when 2 then 60000 end)
    from generate_series(1, 5) as n;
    perform pg_temp.claim('a', case n when 4 then 1000 else 30000 end, 'lane' || n)
    from generate_series(3, 5) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(5));
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.stored() as before
\gset
select throws_ok(
    'select flowfabric.ff_replay_execution(pg_temp.id(1))',
    'ZF203',
    'the execution has not ended',
    'only ended executions can be replayed'
);
select results_eq(
    $$
        select pg_temp.error_of(
            format('select flowfabric.ff_replay_execution(%L)', pg_temp.id(n))
        ) -> 'detail'
        from generate_series(1, 5) as n
    $$,
    $$
        select jsonb_build_object(
            'symbol', 'execution_not_terminal',
            'execution_id', pg_temp.id(x.n),
            'public_state', x.public_state
        )
        from (
            values (1, 'waiting'), (2, 'delayed'), (3, 'active'), (4, 'active'), (5, 'active')
        ) as x (n, public_state)
    $$,
    'the detail names the state'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $given$
begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
end;
$given$;
select is(
    pg_temp.refusal('select flowfabric.ff_replay_execution(pg_temp.id(1))'),
    'ZF203 execution_not_terminal',
    'a replayed execution has not ended: the same call again is refused'
);

select * from finish();
rollback;
