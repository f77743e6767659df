-- tests_sql/meta/reads_look_at_a_bounded_number_of_rows.sql
begin;
select plan(71);
\ir ../lib/clock.sql
\ir ../lib/errors.sql
\ir ../lib/flows.sql
\ir ../lib/leased_execution.sql
\ir ../lib/suspensions.sql
\ir ../lib/fetched.sql

-- One execution, flow and so on, of which calls read. Their own rows do not become more.
create temporary table subject (
    name text primary key,
    id text not null
);
create function pg_temp.subject(p_name text)
returns text
language sql
stable
as $subject$
    select s.id from subject as s where s.name = p_name
$subject$;

set local search_path = flowfabric, public;
do $given$
declare
    v_handle text;
begin
    perform ff_register_lane('lane');
    perform ff_register_lane('limited');
    perform ff_set_submitter_limit('limited', p_max_unfinished => 1000000);
    perform ff_submit_flow('{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}');
    insert into subject values ('flow', pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}'));
    insert into subject values ('upstream', pg_temp.node('a')), ('downstream', pg_temp.node('b'));
    perform pg_temp.complete('a');
    insert into subject select 'edge', d.edge_id from ff_edge as d where d.downstream_id = pg_temp.node('b');
    v_handle := pg_temp.lease('b', 86400000);
    insert into subject values ('handle', v_handle), ('held', pg_temp.execution_of(v_handle));
    perform ff_append_frame(v_handle, p_text => 'line');
    insert into subject values ('suspended', pg_temp.suspended());
    insert into subject values ('waitpoint', pg_temp.waitpoint(pg_temp.subject('suspended')::uuid));
    insert into subject values ('token', pg_temp.token(pg_temp.subject('suspended')::uuid));
    perform ff_register_worker('w', 'w-1', '{lane}', '{c}');
    perform ff_create_consumer('c');
    perform ff_create_budget(
        '0192f0a0-6666-7666-8666-123456789012', 'tenant', 'a', p_dimensions => '{tokens}', p_hard_limits => '{0}', p_soft_limits => '{0}'
    );
    insert into subject values ('budget', '0192f0a0-6666-7666-8666-123456789012');
    perform ff_create_quota_policy('0192f0a0-7777-7666-8666-123456789012', 1000, 10, 10);
    insert into subject values ('policy', '0192f0a0-7777-7666-8666-123456789012');
    insert into subject values ('lapsed', pg_temp.execution_of(pg_temp.lease('a', 1000)));
    insert into subject values ('waiting', pg_temp.submit('lane'));
    perform ff_create_quota_policy('0192f0a0-8888-7666-8666-123456789012', 1000, 0, 1);
    insert into subject values ('one slot', '0192f0a0-8888-7666-8666-123456789012');
    insert into subject
    select v.name, e.execution_id
    from (values ('first'), ('refused')) as v (name)
    cross join lateral ff_create_execution(
        'slots', p_quota_policy_id => pg_temp.subject('one slot')::uuid
    ) as e;
    perform pg_temp.claim('a', 86400000, 'slots');
    perform pg_temp.claim('a', 86400000, 'slots');
    insert into subject
    select 'broke', e.execution_id
    from ff_create_execution(
        'budgets', p_budget_ids => array[pg_temp.subject('budget')::uuid]
    ) as e;
    perform pg_temp.claim('a', 86400000, 'budgets');
    perform pg_temp.advance('2 minutes');
    perform ff_tick();
    perform pg_temp.advance('2 s');
    perform ff_tick();
end;
$given$;

create function pg_temp.uid(p_kind text, p_number integer)
returns uuid
language sql
immutable
as $uid$
    select (
        '0192f0b0-' || substr(md5(p_kind), 1, 4) || '-7000-8000-' || lpad(to_hex(p_number), 12, '0')
    )::uuid
$uid$;

-- Repeats a row of a table, with changes.
create function pg_temp.repeat_row(
    p_table regclass, p_where text, p_from integer, p_to integer, p_changes text
)
returns void
language plpgsql
as $repeat_row$
begin
    execute format(
        'insert into %1$s overriding system value select r.* from %1$s as t '
        || 'cross join generate_series($1, $2) as n '
        || 'cross join lateral jsonb_populate_record(t, %3$s) as r '
        || 'where t.ctid = (select t.ctid from %1$s as t where %2$s limit 1)',
        p_table, p_where, p_changes
    )
    using p_from, p_to;
end;
$repeat_row$;

-- More rows of everything, except of routes that are in use: claims read all of those.
create function pg_temp.fill(p_from integer, p_to integer)
returns void
language plpgsql
as $fill$
declare
    -- of these a call counts up to 10,000 or 20,000
    v_many constant text[] := '{ff_worker,ff_consumer,ff_budget_usage}';
    v_from constant integer := (p_from - 1) * 12 + 1;
    v_to constant integer := p_to * 12;
    r record;
begin
    for r in
        values
        (
            'ff_exec_core', 'waiting', $$jsonb_build_object(
                'execution_id', pg_temp.uid('waiting', n),
                'claimable_at', t.claimable_at + n * interval '1 us'
            )$$
        ),
        (
            'ff_exec_core', 'lapsed', $$jsonb_build_object(
                'execution_id', pg_temp.uid('lapsed', n),
                'claimable_at', t.claimable_at + n * interval '1 us',
                'lease_expires_at', t.lease_expires_at + n * interval '1 us'
            )$$
        ),
        (
            'ff_exec_core', 'upstream',
            $$jsonb_build_object('execution_id', pg_temp.uid('ended', n), 'flow_id', null)$$
        ),
        (
            'ff_exec_core', 'suspended',
            $$jsonb_build_object('execution_id', pg_temp.uid('suspended', n))$$
        ),
        (
            'ff_exec_core', 'downstream', $$jsonb_build_object(
                'execution_id', pg_temp.uid('member', n), 'flow_id', pg_temp.uid('flow', 1 + n / 500)
            )$$
        )
    loop
        perform pg_temp.repeat_row(
            r.column1::regclass, format('t.execution_id = %L', pg_temp.subject(r.column2)),
            p_from, p_to, r.column3
        );
    end loop;
    for r in
        values
        (
            'ff_suspension', $$jsonb_build_object(
                'suspension_id', pg_temp.uid('suspension', n),
                'execution_id', pg_temp.uid('suspended', n),
                'suspended_at', t.suspended_at + n * interval '1 us'
            )$$
        ),
        (
            'ff_waitpoint', $$jsonb_build_object(
                'waitpoint_id', pg_temp.uid('waitpoint', n),
                'suspension_id', pg_temp.uid('suspension', n),
                'execution_id', pg_temp.uid('suspended', n)
            )$$
        ),
        ('ff_flow', $$jsonb_build_object('flow_id', pg_temp.uid('flow', n))$$),
        (
            'ff_flow_member', $$jsonb_build_object(
                'flow_id', pg_temp.uid('flow', 1 + n / 500), 'execution_id', pg_temp.uid('member', n)
            )$$
        ),
        (
            'ff_edge', $$jsonb_build_object(
                'flow_id', pg_temp.uid('flow', 1 + n / 500), 'edge_id', pg_temp.uid('edge', n),
                'upstream_id', pg_temp.uid('member', n), 'downstream_id', pg_temp.uid('member', n)
            )$$
        ),
        (
            'ff_edge_group', $$jsonb_build_object(
                'flow_id', pg_temp.uid('flow', 1 + n / 500), 'downstream_id', pg_temp.uid('member', n)
            )$$
        ),
        (
            'ff_worker',
            $$jsonb_build_object('worker_instance_id', 'w-' || to_char(n + 1, 'FM000000'))$$
        ),
        ('ff_lane', $$jsonb_build_object('lane_id', 'lane-' || n)$$),
        (
            'ff_submitter_limit',
            $$jsonb_build_object('submitter', 'submitter_' || n)$$
        ),
        ('ff_consumer', $$jsonb_build_object('consumer', 'c' || n)$$),
        (
            'ff_budget', $$jsonb_build_object(
                'budget_id', pg_temp.uid('budget', n), 'next_reset_at', pg_temp.clock(),
                'reset_interval_ms', 1000
            )$$
        ),
        (
            'ff_budget_usage', $$jsonb_build_object('budget_id', pg_temp.uid('budget', n))$$
        ),
        (
            'ff_quota_policy', $$jsonb_build_object('quota_policy_id', pg_temp.uid('policy', n))$$
        ),
        (
            'ff_stream_frame', $$jsonb_build_object('frame_ms', t.frame_ms + n, 'mode_number', n + 1)$$
        ),
        (
            'ff_route', $$jsonb_build_object(
                'lane_id', 'lane-' || n, 'route_id', n + 1000, 'merged_into', n + 1000, 'merged_by', '3',
                'merged_at', pg_temp.clock(), 'retired_at', pg_temp.clock(),
                'closed_at', pg_temp.clock()
            )$$
        )
    loop
        perform pg_temp.repeat_row(
            r.column1::regclass, 'true',
            case when r.column1 = any(v_many) then v_from else p_from end,
            case when r.column1 = any(v_many) then v_to else p_to end,
            r.column2
        );
    end loop;
    insert into ff_lapsed_lease (lease_expires_at, execution_id, namespace)
    select e.lease_expires_at, e.execution_id, e.namespace
    from generate_series(p_from, p_to) as n
    inner join ff_exec_core as e on e.execution_id = pg_temp.uid('lapsed', n);
    insert into ff_lane_grant (lane_id, role_name, verbs, granted_by, granted_at)
    select 'lane-' || n, 'ff_reader', '{read}', 'ff_operator', pg_temp.clock()
    from generate_series(p_from, p_to) as n;
    insert into ff_job_error (job, error_code, message, occurred_at)
    select 'ticks', 'XX000', 'broken', pg_temp.clock()
    from generate_series(v_from, v_to) as n;
    insert into ff_event (kind, outcome, occurred_at, execution_id)
    select 'completed', 'success', pg_temp.clock(), pg_temp.uid('ended', 1 + n % p_to)
    from generate_series(v_from, v_to) as n;
    insert into ff_event (kind, occurred_at, execution_id, details)
    select 'priority_changed', pg_temp.clock(), pg_temp.uid('waiting', n), '{}'
    from generate_series(p_from, p_to) as n;
    insert into ff_flow_todo (kind, execution_id, due_at)
    select 'resolve', pg_temp.uid('ended', 1 + n % p_to), pg_temp.clock() + n * interval '1 us'
    from generate_series(v_from, v_to) as n;
    insert into ff_limit_todo (limit_id, limit_key, limit_kind)
    select pg_temp.uid('policy', 1), '', 'rate'
    from generate_series(v_from, v_to) as n;
    insert into ff_admission_wait (
        execution_id, limit_id, limit_key, limit_kind, priority, waits_since, looks_at
    )
    select pg_temp.uid('wait', n), pg_temp.uid('policy', 1), '', 'rate', 0, pg_temp.clock(), pg_temp.clock()
    from generate_series(v_from, v_to) as n;
    -- in front of the one that is asked about, and behind it
    insert into ff_admission_wait (
        execution_id, limit_id, limit_key, limit_kind, priority, waits_since, looks_at
    )
    select
        pg_temp.uid('line ' || v.priority, n), pg_temp.subject('one slot')::uuid, '', 'slot',
        v.priority, pg_temp.clock(), pg_temp.clock()
    from generate_series(v_from, v_to) as n
    cross join (values (9), (0)) as v (priority);
end;
$fill$;

-- The calls. A bound of 200,000 rows is lowered, because so many are not made here, and so is that
-- of the members of flows.
create temporary table call (
    name text not null,
    query text not null
);
insert into call (name, query)
values
('ff_attempts', $$select * from ff_attempts as a where a.execution_id = '{held}'$$),
('ff_describe_edge', $$select ff_describe_edge('{flow}', '{edge}')$$),
('ff_describe_execution', $$select ff_describe_execution('{held}')$$),
('ff_describe_flow', $$select ff_describe_flow('{flow}')$$),
('ff_evaluate_flow_eligibility', $$select ff_evaluate_flow_eligibility('{downstream}')$$),
('ff_executions', $$select * from ff_executions as e where e.execution_id = '{held}'$$),
('ff_explain', $$select ff_explain('{waiting}')$$),
('ff_explain', $$select ff_explain('{downstream}')$$),
('ff_explain', $$select ff_explain('{held}')$$),
('ff_explain', $$select ff_explain('{lapsed}')$$),
('ff_explain', $$select ff_explain('{suspended}')$$),
('ff_explain', $$select ff_explain('{upstream}')$$),
('ff_explain', $$select ff_explain('{refused}')$$),
('ff_explain', $$select ff_explain('{broke}')$$),
('ff_find_executions', $$select ff_find_executions()$$),
('ff_flow_diagram', $$select ff_flow_diagram('{flow}')$$),
('ff_flow_summary', $$select ff_flow_summary('{flow}')$$),
('ff_get_budget_status', $$select ff_get_budget_status('{budget}')$$),
('ff_get_execution_result', $$select ff_get_execution_result('{upstream}')$$),
('ff_get_execution_tag', $$select ff_get_execution_tag('{held}', 'a.b')$$),
('ff_get_flow_tag', $$select ff_get_flow_tag('{flow}', 'a.b')$$),
('ff_health', $$select ff_health()$$),
('ff_history', $$select ff_history('{held}')$$),
('ff_list_attempts', $$select ff_list_attempts('{held}')$$),
('ff_list_children', $$select ff_list_children('{held}')$$),
('ff_list_budgets', $$select ff_list_budgets()$$),
('ff_list_consumers', $$select ff_list_consumers()$$),
('ff_list_consumers', $$select ff_list_consumers('c15')$$),
('ff_list_edges', $$select ff_list_edges('{flow}')$$),
('ff_list_executions', $$select ff_list_executions()$$),
('ff_list_edges', $$select ff_list_edges('{flow}', '{upstream}')$$),
('ff_list_edges', $$select ff_list_edges('{flow}', p_downstream_execution_id => '{downstream}')$$),
('ff_list_flows', $$select ff_list_flows()$$),
('ff_list_flows', $$select ff_list_flows('other')$$),
('ff_list_flows', $$select ff_list_flows(p_newest_first => true)$$),
('ff_list_lane_grants', $$select ff_list_lane_grants()$$),
('ff_list_lane_grants', $$select ff_list_lane_grants('lane-15')$$),
('ff_list_lane_grants', $$select ff_list_lane_grants(null, e'lane-15\tff_reader')$$),
('ff_list_lanes', $$select ff_list_lanes()$$),
('ff_list_lanes', $$select ff_list_lanes('lane-15')$$),
('ff_list_pending_waitpoints', $$select ff_list_pending_waitpoints('{suspended}')$$),
('ff_list_steps', $$select ff_list_steps('{held}')$$),
('ff_list_quota_policies', $$select ff_list_quota_policies()$$),
('ff_list_submitter_limits', $$select ff_list_submitter_limits()$$),
('ff_list_submitter_limits', $$select ff_list_submitter_limits('limited')$$),
('ff_list_suspended', $$select ff_list_suspended()$$),
('ff_list_suspended', $$select ff_list_suspended(p_namespace => 'other')$$),
('ff_list_waitpoint_keys', $$select ff_list_waitpoint_keys()$$),
('ff_list_workers', $$select ff_list_workers()$$),
('ff_list_workers', $$select ff_list_workers('other')$$),
('ff_list_workers', $$select ff_list_workers(null, 'w-000500')$$),
('ff_look_ahead', $$select ff_look_ahead('{lane,limited}')$$),
('ff_metrics', $$select ff_metrics()$$),
('ff_next_due_in_ms', $$select ff_next_due_in_ms('lane')$$),
('ff_observe_signals', $$select ff_observe_signals('{handle}')$$),
('ff_overview', $$select ff_overview()$$),
('ff_read_claim_grant_identity', $$select ff_read_claim_grant_identity('{waiting}')$$),
('ff_read_consumer', $$select ff_read_consumer('c')$$),
('ff_read_events', $$select ff_read_events()$$),
('ff_read_events', $$select ff_read_events(p_namespace => 'other')$$),
('ff_read_events', $$select ff_read_events(p_kinds => '{signal_delivered}')$$),
('ff_read_execution_state', $$select ff_read_execution_state('{held}')$$),
('ff_read_quota_policy_limits', $$select ff_read_quota_policy_limits('{policy}')$$),
('ff_read_stream', $$select ff_read_stream('{held}')$$),
('ff_read_summary', $$select ff_read_summary('{held}')$$),
('ff_read_waitpoint', $$select ff_read_waitpoint('{suspended}', '{waitpoint}', '{token}')$$),
('ff_read_waitpoint_token', $$select ff_read_waitpoint_token('{suspended}', '{waitpoint}')$$),
('ff_stuck', $$select * from ff_stuck$$),
('ff_throughput', $$select * from ff_throughput$$);
do $lowered$ begin
    execute replace(replace(
        pg_get_functiondef('ff_overview'::regproc), '67108864', '0'
    ), '200000', '2000');
    execute replace(pg_get_functiondef('ff_list_flows'::regproc), '20000', '500');
    execute replace(pg_get_functiondef('ff_list_workers'::regproc), '10000', '500');
end $lowered$;
do $names$
declare
    r record;
begin
    for r in select s.name, s.id from subject as s loop
        update call as c set query = replace(c.query, '{' || r.name || '}', r.id);
    end loop;
end;
$names$;

-- given some thousand rows of everything; when there are four times as many; then no call looks at
-- more of them
do $given$ begin perform pg_temp.fill(1, 2000); end $given$;
analyze;
create temporary table cost as
select
    c.name,
    c.query,
    pg_temp.cost_of(c.query) as fetched
from call as c;
do $when$ begin perform pg_temp.fill(2001, 8000); end $when$;
analyze;
select cmp_ok(pg_temp.cost_of(c.query), '<=', c.fetched + 100, c.query) from cost as c;

-- then the view of all lanes reads each lane, each route and the workers once
select cmp_ok(pg_temp.cost_of('select * from ff_lanes'), '<=', 50000::numeric, 'ff_lanes');

-- then each function and each view that reads is among the calls
create temporary table exception (
    name text primary key,
    reason text not null
);
insert into exception (name, reason)
values
('ff_check', 'reads the newest 20,000 rows of each kind, as its comment says'),
('ff_check_page', 'looks at 10,000 executions, as its comment says'),
('ff_lanes', 'has a row for each lane'),
(
    'ff_list_expired_leases',
    'needs ticks that have noted the lapses: its own test looks_at_a_bounded_number.sql'
),
('ff_statistics', 'has a row for each minute of each lane'),
('ff_verify_grant', 'reads the row of one execution, which a valid grant names'),
('ff_version', 'reads no table');
select set_eq(
    $$
        select r.function_name
        from ff_privilege as r
        inner join pg_proc as p
            on p.proname = r.function_name
            and p.pronamespace = 'flowfabric'::regnamespace
        where p.provolatile <> 'v' or r.function_name ~ '^ff_(describe|find|get|list|look|next|read)_'
        union
        select c.relname
        from pg_class as c
        where
            c.relnamespace = 'flowfabric'::regnamespace
            and c.relkind = 'v'
            and has_table_privilege('ff_reader', c.oid, 'select')
    $$,
    'select c.name from call as c union select e.name from exception as e',
    'no function or view that reads is left out'
);

select * from finish();
rollback;
