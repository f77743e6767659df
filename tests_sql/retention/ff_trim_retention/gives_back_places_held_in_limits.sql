-- tests_sql/retention/ff_trim_retention/gives_back_places_held_in_limits.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given an execution that used every kind of limit, one that waits for its slot, and one that was
-- admitted by a scheduler and cancelled
select pg_temp.policy(60000, 5, 1), pg_temp.policy(0, 0, 1, 2), pg_temp.budget() \gset
select pg_temp.submit(1, 2, 1, 'acme', p_budgets => '{1}'), pg_temp.submit(3, 3) \gset
do $given$
declare
    v_flow_id uuid;
begin
    perform flowfabric.ff_check_admission(pg_temp.policy_id(1), pg_temp.id(1), 'acme');
    perform pg_temp.claim_all(1);
    perform flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 60}');
    perform flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 20}', 'k');
    perform flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 30}');
    perform flowfabric.ff_fail(pg_temp.handle(1), 'broken', 'permanent');
    perform flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(3));
    perform flowfabric.ff_cancel_execution(pg_temp.id(3), 'not needed');
    perform pg_temp.claim_all(1);
    -- and that was in a flow, a suspension, and got a signal
    v_flow_id := (flowfabric.ff_create_flow()).flow_id;
    perform flowfabric.ff_add_execution_to_flow(v_flow_id, pg_temp.id(4))
    from (select pg_temp.submit(4, 4, 1, 'other', p_budgets => '{1}') offset 0) as s;
end;
$given$;
select is(pg_temp.sound(), 'healthy', 'before');
select is(
    pg_temp.states(), '1 failed, 2 active, 3 cancelled_unstarted, 4 waiting_first',
    'given these states'
);
-- given a reservation and a place in a line that were locked when the execution ended
do $given$ begin
    insert into flowfabric.ff_budget_reservation (
        budget_id, execution_id, dimension, attempt_index, reserved
    )
    select pg_temp.budget_id(), e.execution_id, 'tokens', 0, 30
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = 1;
    insert into flowfabric.ff_admission_wait (
        execution_id, limit_id, limit_key, limit_kind, priority, waits_since,
        looks_at
    )
    select
        e.execution_id, pg_temp.policy_id(1), 'acme', 'slot', 0, pg_temp.clock(),
        pg_temp.clock()
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = 1;
end $given$;
select is(
    (flowfabric.ff_get_budget_status(pg_temp.budget_id())).reserved -> 'tokens', '30',
    'given the reservation'
);
-- when ended executions are removed
select is((flowfabric.ff_trim_retention(0)).trimmed, 2, 'two have ended');
-- then
select is(pg_temp.states(), '2 active, 4 waiting_first', 'they are removed');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select results_eq(
    $$select s.usage -> 'tokens', s.reserved -> 'tokens'
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s$$,
    $$values ('20'::jsonb, '0'::jsonb)$$,
    'their spend stays, and nothing is reserved'
);
select is_empty(
    $$select t.execution_id from flowfabric.ff_quota_token as t
    where pg_temp.number(t.execution_id) in (1, 3)
    union all
    select w.execution_id from flowfabric.ff_admission_wait as w
    union all
    select r.execution_id from flowfabric.ff_budget_reservation as r$$,
    'no row names them any more'
);
select is(
    (
        select count(*)::integer
        from flowfabric.ff_quota_token as t
        where t.quota_key = 'acme' and t.kind = 'rate' and t.free_at > pg_temp.clock()
    ),
    2, 'their places in the window stay taken'
);
select is(
    (flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(9))).outcome, 'admitted',
    'the slot of the cancelled one is free'
);
select is(pg_temp.holders(), '2 9', 'the slot of the running one is not');
select flowfabric.ff_release_budget(pg_temp.budget_id(), pg_temp.id(1)) as released \gset
select is(
    (flowfabric.ff_get_budget_status(pg_temp.budget_id())).usage -> 'tokens', '0',
    'the ledger has the spend that can be taken back'
);
select is(pg_temp.sound(), 'healthy', 'still no invariant is broken');
select * from finish();
rollback;
