-- tests_sql/look/_metric_labels/escapes_characters_that_end_a_label.sql
begin;
select plan(3);
select is(flowfabric._metric_labels('{}'), '', 'without labels there are no braces');
select is(
    flowfabric._metric_labels('{"b": "2", "a": "1"}'), '{a="1",b="2"}', 'labels are sorted'
);
select is(
    flowfabric._metric_labels(jsonb_build_object('a', E'x"y\\z\nw')),
    E'{a="x\\"y\\\\z\\nw"}',
    'quotes, backslashes and newlines are escaped'
);
select * from finish();
rollback;
