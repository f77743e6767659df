begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

create function pg_temp.patched(p_handle text, p_patch text)
returns text
language plpgsql
as $patched$
begin
    perform flowfabric.ff_append_frame(p_handle, p_text => p_patch, p_mode => 'summary');
    return (
        select s.version || ' ' || s.document::text
        from flowfabric.ff_read_summary(pg_temp.execution_of(p_handle)) as s
    );
end;
$patched$;

select set_config('test.handle', :'handle', true) as set
\gset
-- when patches are appended (RFC 7396); then
select is(pg_temp.patched(:'handle', p.patch), p.expected, p.description)
from (
    values
    (
        '{"a": "b", "c": {"d": 1, "e": 2}}', '1 {"a": "b", "c": {"d": 1, "e": 2}}',
        'the first patch is the document'
    ),
    ('{"c": {"d": null, "f": 3}}', '2 {"a": "b", "c": {"e": 2, "f": 3}}', 'null removes a key'),
    (
        '{"a": ["x", null, {"y": null}]}',
        '3 {"a": ["x", null, {"y": null}], "c": {"e": 2, "f": 3}}',
        'an array is replaced as a whole'
    ),
    (
        '{"a": {"b": {"c": null}}}', '4 {"a": {"b": {}}, "c": {"e": 2, "f": 3}}',
        'a patch replaces a value that is not an object'
    ),
    (
        '{"c": "__ff_null__", "a": ["__ff_null__"]}', '5 {"a": [null], "c": null}',
        'a null inside an array stays'
    ),
    ('{"a": {"__proto__": {}}}', '6 {"a": {"__proto__": {}}, "c": null}', 'an empty object'),
    (
        '{"c": {"d": "__ff_null__", "e": [{"f": "__ff_null__", "g": null}, "__ff_null"]}, "a": {}}',
        '7 {"a": {"__proto__": {}}, "c": {"d": null, "e": [{"f": null, "g": null}, "__ff_null"]}}',
        'nulls in an array of objects stay; an empty patch changes nothing'
    ),
    ('{"a": {"__proto__": null}, "c": null, "d": null}', '8 {"a": {}}', 'several keys are removed')
) as p (patch, expected, description);
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_append_frame(%L, p_text => %L, p_mode => 'summary')$$,
        :'handle', repeat('{"a":', 17) || '1' || repeat('}', 17)
    )),
    '22023 p_json', 'a patch deeper than 16 is refused'
);
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_append_frame(%L, p_text => %L, p_mode => 'summary')$$,
        :'handle', repeat('{"a":', 16) || '1' || repeat('}', 16)
    )),
    'nothing', 'a patch 16 deep is accepted'
);
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_append_frame(%L, p_text => %L, p_mode => 'summary')$$,
        :'handle', '{"a":' || repeat('[', 99) || '1' || repeat(']', 99) || '}'
    )),
    'nothing', 'arrays may be as deep as in other JSON'
);
do $given$
begin
    for v_number in 1..16 loop
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_mode => 'summary',
            p_json => jsonb_build_object('k' || v_number, repeat('x', 65000))
        );
    end loop;
end;
$given$;
select throws_ok(
    format(
        $$select flowfabric.ff_append_frame(
            %L, p_json => jsonb_build_object('more', repeat('x', 65000)), p_mode => 'summary'
        )$$,
        :'handle'
    ),
    'ZF701', null, 'a patch that makes the document too large is refused'
);
select is(
    (select s.version from flowfabric.ff_read_summary(:'id') as s), 26::bigint,
    'the refused patches are not in the document'
);

select * from finish();
rollback;
