-- Events begin with the first of their tables.
insert into ff_event_slot (rotation, turned_at)
values (0, _now());

-- Nothing is counted yet.
insert into ff_statistic (
    counted_event_id, counted_at, counts, lane_counts, counted_below, marked_at, holders
)
values (0, _now(), '{}', '{}', '00000000-0000-0000-0000-000000000000', to_timestamp(0), '{}');

-- There are no lanes yet: nothing to look for. (Else a tick turns the switches off.)
select
    setval('ff_work_switch', _server_run('ff_work_switch')) as work_switch,
    setval('ff_submission_switch', _server_run('ff_submission_switch')) as submission_switch;
