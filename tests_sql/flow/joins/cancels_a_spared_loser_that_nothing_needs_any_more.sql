-- tests_sql/flow/joins/cancels_a_spared_loser_that_nothing_needs_any_more.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given u, which loses the race in front of d, but is spared for a second join; when the second
-- join is decided, too; then
select pg_temp.flow('{
    "x": {}, "y": {}, "u": {},
    "d": {"after": {"any_of": ["x", "u"]}}, "e": {"after": {"any_of": ["y", "u"]}}
}') as flow_id;
select
    pg_temp.complete('x') as x,
    pg_temp.complete('y') as y
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e waiting, u cancelled, x completed, y completed',
    'it is cancelled when the second race is decided'
);

-- when the member behind the second join is cancelled; then
select pg_temp.flow('{
    "x": {}, "y": {}, "u": {},
    "d": {"after": {"any_of": ["x", "u"]}}, "e": {"after": {"any_of": ["y", "u"]}}
}') as flow_id;
select pg_temp.complete('x') as x \gset
select pg_temp.pay();
select is(pg_temp.nodes('u'), 'u waiting', 'it is spared while the second race is open');
select c.outcome from flowfabric.ff_cancel_execution(pg_temp.node('e'), 'enough') as c \gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e cancelled, u cancelled, x completed, y waiting',
    'u is cancelled when that member is; y, which lost no race, is not'
);

-- when the second join needs all of its upstreams, and becomes impossible; then
select pg_temp.flow('{
    "x": {}, "y": {}, "u": {},
    "d": {"after": {"any_of": ["x", "u"]}}, "e": {"after": ["y", "u"]}
}') as flow_id;
select
    pg_temp.complete('x') as x,
    pg_temp.fail('y') as y
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e skipped, u cancelled, x completed, y failed',
    'it is cancelled when the second join is impossible'
);
select is(
    (
        select d.cancellation_reason
        from flowfabric.ff_describe_execution(pg_temp.node('u')) as d
    ),
    'sibling_quorum_satisfied',
    'the reason is the race that it lost'
);

-- when the member behind the second join expires; then
select pg_temp.flow('{
    "x": {}, "y": {}, "u": {},
    "d": {"after": {"any_of": ["x", "u"]}},
    "e": {"after": ["y", "u"], "policy": {"timeout_policy": {"execution_deadline_ms": 500}}}
}') as flow_id;
select pg_temp.complete('x') as x \gset
select pg_temp.pay();
select pg_temp.advance('1 s');
select t.job from flowfabric.ff_tick() as t
where t.job = 'none';
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e expired, u cancelled, x completed, y waiting',
    'it is cancelled when the member behind the second join expires'
);

-- when the first race lets its losers run; then
select pg_temp.flow('{
    "x": {}, "y": {}, "u": {},
    "d": {"after": {"any_of": ["x", "u"], "losers": "run"}}, "e": {"after": ["y", "u"]}
}') as flow_id;
select
    pg_temp.complete('x') as x,
    pg_temp.fail('y') as y
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e skipped, u waiting, x completed, y failed',
    'u runs on when no race cancels its losers'
);
set local search_path = flowfabric, public, pg_temp;
do $given$ begin
    insert into flowfabric.ff_event_watermark (last_event_id, safe_event_id, holders)
    select max(e.event_id), max(e.event_id), '{}' from flowfabric.ff_event as e;
    perform flowfabric._count_events(1000);
end $given$;
select is(
    (
        select m.line
        from regexp_split_to_table(flowfabric.ff_metrics(), e'\n') as m (line)
        where m.line ~ '^ff_sibling_cancel_dispatched_total[{]reason="sibling_quorum_satisfied'
    ),
    'ff_sibling_cancel_dispatched_total{reason="sibling_quorum_satisfied"} 4',
    'each end is counted once'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
