-- noqa: disable=LT02,LT05
-- tests_sql/execution/ff_erase_executions/leaves_nothing_of_the_contents.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/flows.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/proven_events.sql
-- Every row of every table and view, and how often a secret is in it.
create function pg_temp.leaks()
returns text
language plpgsql
as $leaks$
declare
    v_table regclass;
    v_count bigint;
    v_said text := '';
begin
    for v_table in
        select c.oid::regclass
        from pg_class as c
        where c.relnamespace = 'flowfabric'::regnamespace and c.relkind in ('r', 'v')
        order by 1
    loop
        execute format('select count(*) from %s as t where to_jsonb(t)::text ~ %L', v_table, 'sekret|' || encode('sekret', 'hex'))
        into v_count;
        if v_count > 0 then
            v_said := concat_ws(', ', nullif(v_said, ''), v_table || ' ' || v_count);
        end if;
    end loop;
    return v_said;
end;
$leaks$;
-- given executions that have a secret everywhere: they fail, are retried, suspended, cancelled,
-- replayed, blocked, put under limits, and write frames
select c.execution_id as failed_id
from flowfabric.ff_create_execution(
    'lane', '{"a": "sekret"}', p_kind => 'mail', p_idempotency_key => 'sekret', p_tags => '{"a.secret": "sekret", "a.kept": "yes"}',
    p_fairness_key => 'sekret', p_quota_key => 'sekret'
) as c
\gset
do $given$
declare
    v_handle text := pg_temp.claim();
begin
    perform flowfabric.ff_progress(v_handle, 50, 'sekret');
    perform flowfabric.ff_append_frame(v_handle, p_text => 'sekret');
    perform flowfabric.ff_append_frame(v_handle, p_json => '{"a": "sekret"}', p_mode => 'summary');
    perform flowfabric.ff_fail(v_handle, 'sekret', 'transient', 'smtp', '{"trace": "sekret"}');
    perform pg_temp.advance('1 hour');
    perform flowfabric.ff_fail(pg_temp.claim(), 'sekret', 'permanent', 'smtp', '{"trace": "sekret"}');
    perform flowfabric.ff_replay_execution(e.execution_id, 'sekret', 'ada') from flowfabric.ff_exec_core as e;
    perform flowfabric.ff_change_priority(e.execution_id, 5, 'sekret', 'ada') from flowfabric.ff_exec_core as e;
    perform flowfabric.ff_block_execution(e.execution_id, 'paused_by_operator', 'sekret', 'ada') from flowfabric.ff_exec_core as e;
    perform flowfabric.ff_unblock_execution(e.execution_id, p_reason => 'sekret', p_actor => 'ada') from flowfabric.ff_exec_core as e;
    perform flowfabric.ff_fail(pg_temp.claim(), 'sekret', 'permanent', 'smtp', '{"trace": "sekret"}');
end $given$;
select c.execution_id as suspended_id
from flowfabric.ff_create_execution('lane', p_payload => 'sekret'::bytea) as c
\gset
do $given$
declare
    v_execution_id uuid;
    v_handle constant text := pg_temp.claim();
begin
    v_execution_id := pg_temp.execution_of(v_handle);
    perform flowfabric.ff_suspend(v_handle, '{"signal": "approved", "on": "review"}', p_continuation => 'sekret', p_idempotency_key => 'sekret');
    perform flowfabric.ff_deliver_signal(
        v_execution_id, pg_temp.waitpoint(v_execution_id), pg_temp.token(v_execution_id), 'other', '{"a": "sekret"}',
        p_idempotency_key => 'sekret', p_correlation_id => 'sekret'
    );
    perform flowfabric.ff_deliver_signal(
        v_execution_id, pg_temp.waitpoint(v_execution_id), pg_temp.token(v_execution_id), 'approved', p_payload => 'sekret'::bytea
    );
    perform flowfabric.ff_complete(pg_temp.claim(), p_result => 'sekret'::bytea);
end $given$;
-- and one with steps, signals by name that came and that nobody took, and a child
select c.execution_id as stepping_id
from flowfabric.ff_create_execution('lane') as c
\gset
do $given$
declare
    v_handle constant text := pg_temp.claim();
    v_execution_id constant uuid := pg_temp.execution_of(v_handle);
begin
    perform flowfabric.ff_save_step(v_handle, 'sekret', '{"a": "sekret"}');
    perform flowfabric.ff_send_signal(v_execution_id, 'other', '"sekret"', 'sekret');
    perform flowfabric.ff_send_signal(v_execution_id, 'approved', '"sekret"', 'sekret');
    perform flowfabric.ff_wait_signal(v_handle, 'sekret wait', 'approved');
    perform flowfabric.ff_spawn(v_handle, 'child', 'lane', '"sekret"');
    perform flowfabric.ff_create_waitpoint(
        v_handle, 'review', 1000, p_step_key => 'sekret review', p_title => 'sekret',
        p_detail => '"sekret"'
    );
    perform flowfabric.ff_complete(v_handle);
    perform flowfabric.ff_complete(pg_temp.claim());
end $given$;
select pg_temp.flow('{"a": {"tags": {"a.secret": "sekret"}}, "b": {"after": ["a"], "input": {"b": "sekret"}}}') as flow_id
\gset
select outcome from flowfabric.ff_set_flow_tag(:'flow_id', 'a.secret', 'sekret') as outcome \g /dev/null
select outcome from flowfabric.ff_cancel_flow(:'flow_id', 'sekret', p_actor => 'ada') \g /dev/null
do $given$ begin perform pg_temp.prove_events(); end $given$;
select isnt(pg_temp.leaks(), '', 'given secrets');
-- when they are erased; then they are gone
select is(
    (
        select format('%s %s', a.changed_count, a.skipped_count)
        from flowfabric.ff_erase_executions('{"lane_id": "lane"}', 'gdpr', p_actor => 'bob', p_kept_tags => '{a.kept}') as a
    ),
    '6 0',
    'all have ended'
);
select is(pg_temp.leaks(), '', 'no table and no view has one');
-- then the rest is there
select is(
    (
        select jsonb_build_object('kind', d.kind, 'state', d.public_state, 'category', d.failure_category, 'tags', d.tags, 'attempts', d.total_attempt_count)
        from flowfabric.ff_describe_execution(:'failed_id') as d
    ),
    '{"kind": "mail", "state": "failed", "category": "smtp", "tags": {"a.kept": "yes", "flowfabric.erased": "true"}, "attempts": 3}',
    'the row stays, marked'
);
select is(
    (select string_agg(h.what, ' ' order by h.what) from flowfabric.ff_history(:'failed_id') as h),
    'attempt_ended attempt_ended attempt_ended attempt_started attempt_started attempt_started blocked ended ended erased priority_changed replayed submitted unblocked',
    'and its history'
);
select is(
    (
        select concat_ws(' ', h.details ->> 'actor', h.details ->> 'reason')
        from flowfabric.ff_history(:'failed_id') as h
        where h.what = 'erased'
    ),
    'bob gdpr',
    'which says who has erased it'
);
select is(
    (
        select string_agg(concat_ws(' ', h.what, h.details ->> 'actor'), ', ' order by h.what)
        from flowfabric.ff_history(:'failed_id') as h
        where h.details ? 'actor' and h.what <> 'erased'
    ),
    'blocked ada, priority_changed ada, replayed ada, unblocked ada',
    'and the actors of the other calls'
);
select is(
    (
        select string_agg(l.step_key, ' ')
        from flowfabric.ff_list_children(:'stepping_id') as l
    ),
    'child',
    'a parent keeps its children'
);
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'and everything fits');
select * from finish();
rollback;
