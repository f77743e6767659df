-- tests_sql/limit/ff_block_execution/refuses_executions_that_do_not_wait_for_a_worker.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.submit(1, 2) as done \gset
select pg_temp.submit(3, 3, p_delay_ms => 60000) as done \gset
select pg_temp.claim_all(1) as claimed \gset
select flowfabric.ff_cancel_execution(pg_temp.id(2), 'not wanted') as cancelled \gset
create function pg_temp.refused(p_number integer, p_reason text) returns text language sql as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_block_execution(pg_temp.id(%s), %L)', p_number, p_reason
    ))
$$;
select is(
    pg_temp.refused(1, 'paused_by_operator'), 'ZF202 execution_not_eligible',
    'a running execution'
);
select is(
    pg_temp.refused(2, 'paused_by_operator'), 'ZF105 execution_not_active',
    'a finished execution'
);
select is(
    pg_temp.refused(3, 'paused_by_operator'), 'ZF202 execution_not_eligible', 'a delayed execution'
);
select is(
    pg_temp.refused(4, 'paused_by_operator'), 'ZF201 execution_not_found',
    'an unknown execution'
);
select is(pg_temp.refused(1, 'waiting_for_children'), '22023 p_reason', 'an unknown block');
select is(pg_temp.refused(1, null), '22004 p_reason', 'a null block');
select is(
    pg_temp.refusal($$select flowfabric.ff_block_execution(null, 'paused_by_operator')$$),
    '22004 p_execution_id', 'nobody'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
