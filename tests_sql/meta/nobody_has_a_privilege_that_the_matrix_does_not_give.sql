-- tests_sql/meta/nobody_has_a_privilege_that_the_matrix_does_not_give.sql
begin;
select plan(22);
-- given the owner; then nobody else may do anything but what sql/privileges.sql says
select is_empty(
    $$select c.relname, c.relkind, a.grantee::regrole, a.privilege_type
    from pg_class as c
    cross join lateral aclexplode(c.relacl) as a
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and a.grantee <> c.relowner
        and not (
            c.relkind = 'v'
            and a.privilege_type = 'SELECT'
            and c.relname in (
                'ff_executions', 'ff_attempts', 'ff_lanes', 'ff_stuck', 'ff_throughput'
            )
            and a.grantee::regrole::text in ('ff_operator', 'ff_reader')
        )$$,
    'no table or sequence is open to anybody, and the public views are to operators and readers'
);
select is(
    (
        select count(*)
        from pg_class as c
        cross join lateral aclexplode(c.relacl) as a
        where c.relnamespace = 'flowfabric'::regnamespace and a.grantee <> c.relowner
    ),
    10::bigint,
    'who can read all five'
);
select is_empty(
    $$select c.relname, t.attname
    from pg_class as c
    inner join pg_attribute as t on t.attrelid = c.oid
    cross join lateral aclexplode(c.relacl) as a
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and a.grantee <> c.relowner
        and t.attname in ('input', 'payload', 'output', 'result', 'policy', 'failure_detail')$$,
    'and none of which shows what executions carry'
);
select is_empty(
    $$select c.relname, t.attname, a.grantee::regrole, a.privilege_type
    from pg_class as c
    inner join pg_attribute as t on t.attrelid = c.oid
    cross join lateral aclexplode(t.attacl) as a
    where c.relnamespace = 'flowfabric'::regnamespace and a.grantee <> c.relowner$$,
    'no column is'
);
select is_empty(
    $$select a.grantee, a.privilege_type
    from pg_namespace as n
    cross join lateral aclexplode(n.nspacl) as a
    where
        n.nspname = 'flowfabric'
        and a.grantee <> n.nspowner
        and (a.grantee = 0 or a.privilege_type <> 'USAGE')$$,
    'PUBLIC has nothing on the schema, and others no more than USAGE'
);
select is(
    (
        select array_agg(a.grantee::regrole::text order by a.grantee::regrole::text)
        from pg_namespace as n
        cross join lateral aclexplode(n.nspacl) as a
        where n.nspname = 'flowfabric' and a.grantee <> n.nspowner
    ),
    '{ff_approver,ff_operator,ff_producer,ff_reader,ff_worker}',
    'the group roles may look names up in it'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.grantee = 0$$,
    'no function can be executed by PUBLIC'
);
select is_empty(
    $$select p.oid::regprocedure, a.grantee::regrole
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^_'
        and a.grantee <> p.proowner$$,
    'no internal function can be executed by anybody'
);
select is_empty(
    $$select p.oid::regprocedure, a.grantee::regrole
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.is_grantable and a.grantee <> p.proowner$$,
    'nobody may pass on what he was given'
);
select is_empty(
    $$select p.proname::text collate "default", a.grantee::regrole::text
    from pg_proc as p
    cross join lateral aclexplode(p.proacl) as a
    where p.pronamespace = 'flowfabric'::regnamespace and a.grantee <> p.proowner
    except
    select m.function_name, m.role_name from flowfabric.ff_privilege as m$$,
    'what is granted is in the matrix'
);
select is_empty(
    $$select m.function_name, m.role_name
    from flowfabric.ff_privilege as m
    where not has_function_privilege(
        m.role_name,
        (
            select p.oid
            from pg_proc as p
            where p.pronamespace = 'flowfabric'::regnamespace and p.proname = m.function_name
        ),
        'execute'
    )$$,
    'what is in the matrix is granted'
);
select is_empty(
    $$select p.proname
    from pg_proc as p
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and not exists (
            select 1 from flowfabric.ff_privilege as m where m.function_name = p.proname
        )$$,
    'every public function is in the matrix'
);
select is_empty(
    $$select m.function_name
    from flowfabric.ff_privilege as m
    where not exists (
        select 1
        from pg_proc as p
        where
            p.pronamespace = 'flowfabric'::regnamespace
            and p.proname = m.function_name
            and p.proname ~ '^ff_'
    )$$,
    'and nothing else is'
);
select is(
    (select array_agg(distinct m.role_name) from flowfabric.ff_privilege as m),
    '{ff_approver,ff_operator,ff_producer,ff_reader,ff_worker}',
    'the roles of the matrix are the group roles'
);
select is(
    (
        select array_agg(m.function_name order by m.function_name)
        from flowfabric.ff_privilege as m
        where m.role_name = 'ff_producer'
    ),
    array[
        'ff_add_execution_to_flow', 'ff_apply_dependency_to_child', 'ff_await_frames',
        'ff_create_execution', 'ff_create_executions', 'ff_create_flow', 'ff_deliver_signal',
        'ff_describe_edge', 'ff_describe_execution', 'ff_describe_flow',
        'ff_evaluate_flow_eligibility', 'ff_explain', 'ff_flow_diagram', 'ff_flow_summary',
        'ff_get_budget_status', 'ff_get_execution_result', 'ff_get_execution_tag',
        'ff_get_flow_tag', 'ff_history', 'ff_list_attempts', 'ff_list_edges', 'ff_list_lanes',
        'ff_read_execution_state', 'ff_read_quota_policy_limits', 'ff_read_stream',
        'ff_read_summary', 'ff_server_time', 'ff_set_edge_group_policy', 'ff_set_execution_tag',
        'ff_set_flow_tag', 'ff_stage_dependency_edge', 'ff_submit_flow', 'ff_version'
    ],
    'this is what ff_producer may call'
);
select is(
    (
        select array_agg(m.function_name order by m.function_name)
        from flowfabric.ff_privilege as m
        where m.role_name = 'ff_worker'
    ),
    array[
        'ff_append_frame', 'ff_assert_lease', 'ff_await_frames', 'ff_cancel_execution',
        'ff_check_admission', 'ff_claim', 'ff_claim_batch', 'ff_claim_execution',
        'ff_claim_from_resume_grant', 'ff_claim_resumed_execution', 'ff_close_waitpoint',
        'ff_complete', 'ff_complete_batch', 'ff_complete_execution', 'ff_create_waitpoint',
        'ff_delay', 'ff_delay_execution', 'ff_deliver_signal', 'ff_describe_edge',
        'ff_describe_execution', 'ff_describe_flow', 'ff_evaluate_flow_eligibility',
        'ff_expire_suspension', 'ff_explain', 'ff_fail', 'ff_fail_execution', 'ff_flow_diagram',
        'ff_flow_summary', 'ff_get_budget_status', 'ff_get_execution_result',
        'ff_get_execution_tag', 'ff_get_flow_tag', 'ff_hang_doorbell', 'ff_heartbeat_worker',
        'ff_history', 'ff_list_attempts', 'ff_list_edges', 'ff_list_lanes',
        'ff_list_pending_waitpoints', 'ff_look_ahead', 'ff_move_to_waiting_children',
        'ff_next_due_in_ms', 'ff_observe_signals', 'ff_progress', 'ff_read_claim_grant_identity',
        'ff_read_execution_state', 'ff_read_quota_policy_limits', 'ff_read_stream',
        'ff_read_summary', 'ff_reclaim_execution', 'ff_record_spend', 'ff_register_worker',
        'ff_release_admission', 'ff_release_budget', 'ff_renew', 'ff_renew_batch', 'ff_renew_lease',
        'ff_report_usage', 'ff_reserve_budget', 'ff_server_time', 'ff_set_execution_tag',
        'ff_set_flow_tag', 'ff_suspend', 'ff_tick', 'ff_update_progress', 'ff_verify_grant',
        'ff_version', 'ff_wait_children'
    ],
    'this is what ff_worker may call'
);
select is(
    (
        select array_agg(m.function_name order by m.function_name)
        from flowfabric.ff_privilege as m
        where m.role_name = 'ff_operator'
    ),
    array[
        'ff_ack_consumer', 'ff_await_events', 'ff_await_frames', 'ff_block_execution',
        'ff_cancel_execution', 'ff_cancel_flow', 'ff_change_priority', 'ff_check',
        'ff_check_admission', 'ff_claim_for_worker', 'ff_complete_execution', 'ff_create_budget',
        'ff_create_consumer', 'ff_create_quota_policy', 'ff_delay_execution',
        'ff_deliver_signal', 'ff_describe_edge',
        'ff_describe_execution', 'ff_describe_flow', 'ff_drop_consumer',
        'ff_evaluate_flow_eligibility', 'ff_expire_suspension', 'ff_explain', 'ff_fail_execution',
        'ff_flow_diagram', 'ff_flow_summary', 'ff_get_budget_status', 'ff_get_execution_result',
        'ff_get_execution_tag', 'ff_get_flow_tag', 'ff_grant_lane', 'ff_health', 'ff_history',
        'ff_issue_claim_grant', 'ff_issue_grant_and_claim', 'ff_issue_reclaim_grant',
        'ff_list_attempts', 'ff_list_consumers', 'ff_list_edges', 'ff_list_executions',
        'ff_list_expired_leases', 'ff_list_flows', 'ff_list_lane_grants', 'ff_list_lanes',
        'ff_list_pending_waitpoints', 'ff_list_suspended', 'ff_list_waitpoint_keys',
        'ff_list_workers', 'ff_look_ahead', 'ff_mark_worker_dead', 'ff_metrics',
        'ff_move_to_waiting_children', 'ff_next_due_in_ms', 'ff_overview',
        'ff_read_claim_grant_identity', 'ff_read_consumer', 'ff_read_events',
        'ff_read_execution_state', 'ff_read_quota_policy_limits', 'ff_read_stream',
        'ff_read_summary', 'ff_read_waitpoint_token', 'ff_record_spend', 'ff_register_lane',
        'ff_release_admission', 'ff_release_budget', 'ff_replay_execution', 'ff_report_usage',
        'ff_reserve_budget', 'ff_reset_budget', 'ff_resume_execution', 'ff_revoke_lane',
        'ff_revoke_lease', 'ff_rotate_waitpoint_secret', 'ff_seed_waitpoint_secret',
        'ff_server_time', 'ff_set_event_retention', 'ff_set_execution_tag', 'ff_set_flow_tag',
        'ff_set_lane_state', 'ff_tick', 'ff_trim_retention', 'ff_unblock_execution',
        'ff_update_progress', 'ff_verify_grant', 'ff_version'
    ],
    'this is what ff_operator may call'
);
select is(
    (
        select array_agg(m.function_name order by m.function_name)
        from flowfabric.ff_privilege as m
        where m.role_name = 'ff_approver'
    ),
    array[
        'ff_deliver_approval_signal', 'ff_deliver_signal', 'ff_list_pending_waitpoints',
        'ff_list_suspended', 'ff_server_time', 'ff_version'
    ],
    'this is what ff_approver may call'
);
select is(
    (
        select array_agg(m.function_name order by m.function_name)
        from flowfabric.ff_privilege as m
        where m.role_name = 'ff_reader'
    ),
    array[
        'ff_ack_consumer', 'ff_await_events', 'ff_await_frames', 'ff_describe_edge',
        'ff_describe_execution', 'ff_describe_flow', 'ff_evaluate_flow_eligibility', 'ff_explain',
        'ff_flow_diagram', 'ff_flow_summary', 'ff_get_budget_status', 'ff_get_execution_result',
        'ff_get_execution_tag', 'ff_get_flow_tag', 'ff_health', 'ff_history', 'ff_list_attempts',
        'ff_list_consumers', 'ff_list_edges', 'ff_list_executions', 'ff_list_expired_leases',
        'ff_list_flows', 'ff_list_lane_grants', 'ff_list_lanes', 'ff_list_pending_waitpoints',
        'ff_list_suspended', 'ff_list_workers', 'ff_metrics', 'ff_overview',
        'ff_read_claim_grant_identity', 'ff_read_consumer', 'ff_read_events',
        'ff_read_execution_state', 'ff_read_quota_policy_limits', 'ff_read_stream',
        'ff_read_summary', 'ff_server_time', 'ff_version'
    ],
    'this is what ff_reader may call'
);
select is_empty(
    $$select r.rolname
    from pg_roles as r
    where
        r.rolname in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')
        and (
            r.rolcanlogin or r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication
            or r.rolbypassrls
        )$$,
    'which cannot log in, and can do nothing else'
);
select is_empty(
    $$select m.roleid::regrole, m.member::regrole
    from pg_auth_members as m
    where
        m.member::regrole::text
        in ('ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader')$$,
    'and are members of nothing'
);
select is(
    (
        select array_agg(distinct o.owner::regrole::text)
        from (
            select c.relowner from pg_class as c
            where c.relnamespace = 'flowfabric'::regnamespace
            union all
            select p.proowner from pg_proc as p
            where p.pronamespace = 'flowfabric'::regnamespace
            union all
            select n.nspowner from pg_namespace as n
            where n.nspname = 'flowfabric'
        ) as o (owner)
    ),
    '{ff_owner}',
    'everything belongs to the ordinary role that installed it'
);
select * from finish();
rollback;
