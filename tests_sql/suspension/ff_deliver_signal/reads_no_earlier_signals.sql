begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a condition that needs 2,000 signals, and 1,000 sources, and 1,998 signals from 999 sources
select pg_temp.suspended('{"all": [
    {"count": 2000, "of": "signals", "on": ["review"]},
    {"count": 1000, "of": "sources", "on": ["review"], "signal": "ok"},
    {"count": 1, "of": "waitpoints", "on": ["review"]}
]}') as id
\gset
do $given$
begin
    perform pg_temp.signal(w.execution_id, 'ok', p_source_identity => 's' || n)
    from flowfabric.ff_waitpoint as w
    cross join generate_series(1, 999) as n;
end;
$given$;
call pg_temp.repeat_signal(:'id', 1998, '["external", "s1"]');
update flowfabric.ff_suspension
set progress = '[1998, 999, ["review"]]'
where progress = '[999, 999, ["review"]]';
select is(
    (select progress from flowfabric.ff_suspension), '[1998, 999, ["review"]]',
    'given how far each part of the condition has come'
);
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
select pg_temp.signals_read() as read_before
\gset
-- when two more come; then
select is(
    pg_temp.signal(:'id', 'ok', p_source_identity => 's7'), 'appended_to_waitpoint',
    'a signal of a known source counts as a signal only'
);
select is(
    (select progress from flowfabric.ff_suspension), '[1999, 999, ["review"]]',
    'a source counts once'
);
select is(
    pg_temp.signal(:'id', 'ok', p_source_identity => 's1000'), 'resume_condition_satisfied',
    'the last signal satisfies the condition'
);
select cmp_ok(
    pg_temp.signals_read() - :read_before, '<', 20::bigint,
    'neither of them reads the signals before it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
