-- tests_sql/submit/_content_digest/tells_forms_of_content_apart.sql
begin;
select plan(2);
-- given content that looks alike in its three forms; then
select is(
    (
        select count(distinct d.digest)
        from (
            values
            (flowfabric._content_digest(null, null)),
            (flowfabric._content_digest(null, '')),
            (flowfabric._content_digest('null', null)),
            (flowfabric._content_digest('""', null)),
            (flowfabric._content_digest('{}', null)),
            (flowfabric._content_digest(null, convert_to('{}', 'UTF8'))),
            (flowfabric._content_digest(null, convert_to('j{}', 'UTF8')))
        ) as d (digest)
    ),
    7::bigint, 'each has a digest of its own'
);
select is(
    flowfabric._content_digest('{"b": 1, "a": 2}', null),
    flowfabric._content_digest('{"a":2,"b":1}', null),
    'spaces in JSON do not change its digest'
);
select * from finish();
rollback;
