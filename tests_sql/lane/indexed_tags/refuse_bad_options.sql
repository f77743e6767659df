-- tests_sql/lane/indexed_tags/refuse_bad_options.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/errors.sql
-- when the option is wrong; then
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_register_lane(%L, p_options => %L)', 'lane', o.options)
        ),
        o.refusal, o.options
    )
from (
    values
    ('{"indexed_tags": "a.b"}', '22023 p_options'),
    ('{"indexed_tags": [1]}', '22023 p_options'),
    ('{"indexed_tags": ["a"]}', '22023 p_options at "indexed_tags"'),
    ('{"indexed_tags": [""]}', '22023 p_options at "indexed_tags"'),
    ('{"indexed_tags": ["a.a", "a.b", "a.c", "a.d", "a.e"]}', '22023 p_options at "indexed_tags"'),
    ('{"indexed_tags": ["a.a", "a.b", "a.c", "a.d", "a.d"]}', 'nothing'),
    ('{"indexed_tags": []}', 'nothing'),
    ('{"indexed_tags": null}', 'nothing'),
    ('{}', 'nothing')
) as o (options, refusal);
select * from finish();
rollback;
