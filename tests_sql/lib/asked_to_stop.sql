-- A lease whose holder is asked to stop. Needs clock.sql.
\set QUIET on
-- the handle of a member of the flow
create function pg_temp.lease_of_a_member(p_flow_id uuid)
returns text
language sql
as $lease_of_a_member$
    select c.handle
    from flowfabric.ff_create_execution('lane', p_flow_id => p_flow_id) as e
    cross join lateral flowfabric.ff_issue_grant_and_claim(e.execution_id, 'lane') as c
$lease_of_a_member$;

-- more is charged to a budget of the flow than its limit, and that stops all work of the flow
create function pg_temp.ask_to_stop(p_flow_id uuid)
returns text
language sql
as $ask_to_stop$
    select u.outcome
    from flowfabric.ff_create_budget(
        gen_random_uuid(), 'flow', p_flow_id::text, p_on_hard_limit => 'cancel_all',
        p_dimensions => '{tokens}', p_hard_limits => '{1}', p_soft_limits => '{0}'
    ) as b
    cross join lateral flowfabric.ff_report_usage(b.budget_id, '{"tokens": 2}') as u
$ask_to_stop$;
