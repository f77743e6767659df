-- tests_sql/submit/ff_create_execution/refuses_bad_tags.sql
begin;
select plan(21);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when tags are not a flat object of strings under well-formed keys; then
prepare submit_tagged (jsonb) as
select flowfabric.ff_create_execution('lane', p_tags => $1);

select is(
    pg_temp.error_of($$execute submit_tagged('{"cairn": "x"}')$$),
    '{
        "sqlstate": "22023",
        "message": "p_tags has a key \"cairn\" that is not of the form owner.name",
        "detail": {"argument": "p_tags"},
        "hint": "A tag key is lower case, at most 256 bytes, its owner first: billing.customer_id."
    }',
    'a key without a dot; the error names the argument and shows the form'
);
select throws_ok(
    $$execute submit_tagged('{"": "x"}')$$,
    '22023', 'p_tags has a key "" that is not of the form owner.name', 'an empty key'
);
select throws_ok(
    $$execute submit_tagged('{"Cairn.x": "x"}')$$,
    '22023', 'p_tags has a key "Cairn.x" that is not of the form owner.name', 'a capital'
);
select throws_ok(
    $$execute submit_tagged('{"cairn.X": "x"}')$$,
    '22023', 'p_tags has a key "cairn.X" that is not of the form owner.name',
    'a capital after the dot'
);
select throws_ok(
    $$execute submit_tagged('{"cairn.": "x"}')$$,
    '22023', 'p_tags has a key "cairn." that is not of the form owner.name', 'nothing after the dot'
);
select throws_ok(
    $$execute submit_tagged('{"cairn..x": "x"}')$$,
    '22023', 'p_tags has a key "cairn..x" that is not of the form owner.name', 'two dots'
);
select throws_ok(
    $$execute submit_tagged('{"1cairn.x": "x"}')$$,
    '22023', 'p_tags has a key "1cairn.x" that is not of the form owner.name', 'a digit first'
);
select throws_ok(
    $$execute submit_tagged('{".x": "x"}')$$,
    '22023', 'p_tags has a key ".x" that is not of the form owner.name', 'nothing before the dot'
);
select throws_ok(
    $$execute submit_tagged('{"a.b c": "x"}')$$,
    '22023', 'p_tags has a key "a.b c" that is not of the form owner.name', 'a blank'
);
select throws_ok(
    $$execute submit_tagged('{"ä.b": "x"}')$$,
    '22023', 'p_tags has a key "ä.b" that is not of the form owner.name', 'a letter beyond ASCII'
);
select throws_ok(
    $$execute submit_tagged('{"a.b\n": "x"}')$$,
    '22023', E'p_tags has a key "a.b\n" that is not of the form owner.name', 'a line end'
);
select throws_ok(
    $$execute submit_tagged(jsonb_build_object('a.' || repeat('b', 255), 'x'))$$,
    '22023',
    'p_tags has a key "a.' || repeat('b', 98) || '" that is not of the form owner.name',
    '257 bytes'
);
select throws_ok(
    $$execute submit_tagged('{"a.b": "x", "b": "y"}')$$,
    '22023', 'p_tags has a key "b" that is not of the form owner.name',
    'one bad key among good ones'
);
select throws_ok(
    $$execute submit_tagged('{"a.b": 1}')$$,
    '22023', 'p_tags must have a string at "a.b"', 'a number'
);
select throws_ok(
    $$execute submit_tagged('{"a.b": null}')$$,
    '22023', 'p_tags must have a string at "a.b"', 'the JSON null'
);
select throws_ok(
    $$execute submit_tagged('{"a.b": {"c": "d"}}')$$,
    '22023', 'p_tags must have a string at "a.b"', 'an object'
);
select throws_ok(
    $$execute submit_tagged('["a.b"]')$$, '22023', 'p_tags must be a JSON object', 'an array'
);
select throws_ok(
    $$execute submit_tagged('[]')$$, '22023', 'p_tags must be a JSON object', 'an empty array'
);
select throws_ok(
    $$execute submit_tagged('"a.b"')$$, '22023', 'p_tags must be a JSON object', 'a string'
);
select throws_ok(
    $$execute submit_tagged('null')$$,
    '22023', 'p_tags must be a JSON object', 'the JSON null instead of an object'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
