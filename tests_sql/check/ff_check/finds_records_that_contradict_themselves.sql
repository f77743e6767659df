-- tests_sql/check/ff_check/finds_records_that_contradict_themselves.sql
begin;
select plan(20);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
\ir ../../lib/proven_events.sql
do $given$
begin
    perform flowfabric.ff_complete(c.handle) from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
    perform pg_temp.prove_events();
    perform pg_temp.advance('1 min');
    perform flowfabric.ff_create_execution('lane');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_complete(c.handle) from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
    perform pg_temp.prove_events();
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('2 s');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
-- given a record of maintenance is changed by hand; then
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
select is(
    pg_temp.findings_after($$update flowfabric.ff_clock_record
    set proven_at = clock_at + interval '1 us'
    where record_id = (select max(r.record_id) from flowfabric.ff_clock_record as r)$$),
    '{a proof is not ahead of its clock}',
    'a proof for a moment in the future'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_event_watermark
    set safe_event_id = last_event_id + 1
    where watermark_id = (select max(w.watermark_id) from flowfabric.ff_event_watermark as w)$$),
    '{the watermark is not ahead of the events}',
    'a watermark above the events that existed at its moment'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_event_watermark
    set last_event_id = 1000000
    where watermark_id = (select max(w.watermark_id) from flowfabric.ff_event_watermark as w)$$),
    '{the watermark is not ahead of the events}',
    'a watermark above all events'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_statistic (
        counted_event_id, counted_at, counts, lane_counts, counted_below, marked_at, holders
    )
    select 1000000, n.counted_at, n.counts, n.lane_counts, n.counted_below, n.marked_at, n.holders
    from flowfabric.ff_statistic as n
    order by n.counted_event_id desc
    limit 1$$),
    '{only events that can be read are counted}',
    'counted events above the watermark'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_lane_minute set completed = completed - 1
    where minute_at = (select max(m.minute_at) from flowfabric.ff_lane_minute as m)$$),
    '{each event is counted in its minute}',
    'a minute that lacks an end'
);
select is(
    pg_temp.findings_after($$delete from flowfabric.ff_lane_minute
    where minute_at = (select max(m.minute_at) from flowfabric.ff_lane_minute as m)$$),
    '{each event is counted in its minute}',
    'a minute that is missing'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_lane_minute set submitted = submitted + 10
    where minute_at = (select max(m.minute_at) from flowfabric.ff_lane_minute as m)$$),
    '{no minutes count more than the installation}',
    'minutes that count submissions twice'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_statistic set lane_counts = '{"held": {"ok": 7}}'
    where statistic_id = (select max(n.statistic_id) from flowfabric.ff_statistic as n)$$),
    '{no lane counts more than the installation}',
    'a lane that counts ends twice'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_route (
        lane_id, required_capabilities, priority
    )
    values ('lane', '{gpu,cpu}', 0)$$),
    '{a route names sorted capabilities}',
    'a route that no submission would find'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_route (
        lane_id, required_capabilities, priority, merged_into, merged_by
    )
    values ('lane', '{gpu}', 0, 1, '3')$$),
    '{a merged route leads to another of its kind}',
    'a route that is merged into one of another kind'
);
select is(
    pg_temp.findings_after(
        $$delete from flowfabric.ff_job_slot where job = 'tick' and slot = 7$$
    ),
    '{there is a job slot for every moment}',
    'a missing job slot of ticks'
);
select is(
    pg_temp.findings_after(
        $$delete from flowfabric.ff_job_slot where job = 'events' and slot = 7$$
    ),
    '{there is a job slot for every moment}',
    'a missing job slot of the watermark'
);
select is(
    pg_temp.findings_after(
        $$delete from flowfabric.ff_state_vector where state = 'lane_resume'$$
    ),
    '{every state has its row in ff_state_vector}',
    'a state without a vector'
);
select is(
    pg_temp.findings_after('insert into flowfabric.ff_gate_h default values'),
    '{a gate is empty}',
    'a row in the table of a gate'
);
select is(
    pg_temp.findings_after($$
        select flowfabric.ff_set_lane_state('lane', 'paused');
        select setval(
            'flowfabric.ff_work_switch', flowfabric._server_run('flowfabric.ff_work_switch')
        )
    $$),
    '{a switch is off only where there is nothing to look for}',
    'claims that do not look at a paused lane'
);
select is(
    pg_temp.findings_after($$
        select flowfabric.ff_set_lane_state('lane', 'draining');
        select setval(
            'flowfabric.ff_submission_switch',
            flowfabric._server_run('flowfabric.ff_submission_switch')
        )
    $$),
    '{a switch is off only where there is nothing to look for}',
    'submissions that do not look at a draining lane'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_operator_event (
        event_id, kind, occurred_at, details
    )
    values (1000000, 'lane_state_changed', pg_temp.clock(), '{}')$$),
    '{a call of an operator has its event and its subject}',
    'a call of an operator without an event'
);
select is(
    pg_temp.findings_after($$
        select flowfabric.ff_set_lane_state('lane', 'paused');
        update flowfabric.ff_operator_event
        set execution_id = '00000000-0000-7000-8000-000000000099'
    $$),
    '{a call of an operator has its event and its subject}',
    'a call of an operator on an execution that does not exist'
);
select is(
    pg_temp.findings_after($$
        select flowfabric.ff_set_lane_state('lane', 'paused');
        update flowfabric.ff_operator_event
        set flow_id = '00000000-0000-7000-8000-000000000099'
    $$),
    '{a call of an operator has its event and its subject}',
    'a call of an operator on a flow that does not exist'
);
select * from finish();
rollback;
