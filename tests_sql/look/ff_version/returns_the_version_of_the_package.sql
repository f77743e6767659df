-- tests_sql/look/ff_version/returns_the_version_of_the_package.sql
begin;
select plan(2);
-- given the package is installed; then
select matches(
    flowfabric.ff_version(), '^\d+\.\d+\.\d+', 'it tells its version'
);
select is(
    flowfabric.ff_version(),
    (
        select m.value from flowfabric.ff_meta as m
        where m.key = 'version'
    ),
    'the one that was stamped at the build'
);
select * from finish();
rollback;
