-- tests_sql/meta/illegal_states_cannot_be_stored.sql
begin;
select plan(17);
\ir ../lib/clock.sql
\ir ../lib/leased_execution.sql
-- given executions that wait, are held and have ended; when their rows are changed by hand; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select isnt(pg_temp.claim(), null, 'given it is claimed');
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given another execution'
);
select lives_ok(
    $$select flowfabric.ff_complete(pg_temp.claim('b'))$$, 'given it has ended'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000003'
    )$$,
    'given a third execution that waits'
);
select throws_ok(
    $$update flowfabric.ff_exec_core set state = 'resting' where pg_temp.number(execution_id) = 3$$,
    '22P02', 'invalid input value for enum flowfabric.ff_state: "resting"',
    'a state that does not exist cannot be stored'
);
select throws_ok(
    'update flowfabric.ff_exec_core set state = null where pg_temp.number(execution_id) = 3',
    '23502', null, 'a row has a state'
);
select throws_ok(
    $$update flowfabric.ff_exec_core set state = 'completed', claimable_at = null
    where pg_temp.number(execution_id) = 3$$,
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a finished execution has its end time'
);
select throws_ok(
    $$update flowfabric.ff_exec_core set state = 'completed', terminal_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$,
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a finished execution is not claimable'
);
select throws_ok(
    $$update flowfabric.ff_exec_core set terminal_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$,
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'an unfinished execution has no end time'
);
select throws_ok(
    $$update flowfabric.ff_exec_core set state = 'waiting_first'
    where pg_temp.number(execution_id) = 2$$,
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a finished execution does not come back by its state alone'
);
select throws_ok(
    $$update flowfabric.ff_exec_core
    set claimable_at = lease_expires_at - interval '1 microsecond'
    where pg_temp.number(execution_id) = 1$$,
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a held execution cannot be claimed before its lease lapses'
);
select throws_ok(
    'update flowfabric.ff_exec_core set claimable_at = null where pg_temp.number(execution_id) = 1',
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a lease is due when it lapses: otherwise a crash would strand the execution'
);
select throws_ok(
    'update flowfabric.ff_exec_core set lease_expires_at = null
    where pg_temp.number(execution_id) = 1',
    '23514',
    'value for domain flowfabric._legal_state'
    || ' violates check constraint "state_agrees_with_its_times"',
    'a lease has an expiry'
);
select throws_ok(
    $$insert into flowfabric.ff_exec_core
    select e.* from flowfabric.ff_exec_core as e where pg_temp.number(e.execution_id) = 3$$,
    '23505',
    'duplicate key value violates unique constraint "execution_key"',
    'an id exists once'
);
select throws_ok(
    $$insert into flowfabric.ff_state_vector
    select v.* from flowfabric.ff_state_vector as v where v.state = 'active'$$,
    '23505', null, 'a state has one vector'
);

create function pg_temp.can_be_stored(
    p_state flowfabric.ff_state,
    p_claimable_at timestamptz,
    p_lease_expires_at timestamptz,
    p_terminal_at timestamptz
)
returns boolean
language plpgsql as $$
begin
    update flowfabric.ff_exec_core
    set
        state = p_state,
        claimable_at = p_claimable_at,
        lease_expires_at = p_lease_expires_at,
        terminal_at = p_terminal_at
    where pg_temp.number(execution_id) = 3;
    return found;
exception
    when check_violation then
        return false;
end;
$$;
select is_empty(
    $$select s.state, c.claimable_at, l.lease_expires_at, t.terminal_at
    from unnest(enum_range(null::flowfabric.ff_state)) as s (state)
    cross join (
        values (null), (timestamptz '2030-01-01 00:00Z'), ('2030-01-02 00:00Z')
    ) as c (claimable_at)
    cross join (values (null), (timestamptz '2030-01-02 00:00Z')) as l (lease_expires_at)
    cross join (values (null), (timestamptz '2030-01-01 00:00Z')) as t (terminal_at)
    where
        pg_temp.can_be_stored(s.state, c.claimable_at, l.lease_expires_at, t.terminal_at) <> case
            when s.state in (
                'completed', 'failed', 'cancelled', 'cancelled_unstarted',
                'expired', 'expired_unstarted', 'skipped', 'skipped_unstarted'
            ) then t.terminal_at is not null and c.claimable_at is null
            when t.terminal_at is not null then false
            when s.state = 'active' then coalesce(c.claimable_at >= l.lease_expires_at, false)
            else true
        end$$,
    'only the legal ones of all combinations can be stored'
);
select * from finish();
rollback;
