-- tests_sql/look/ff_version/returns_the_version_of_the_package.sql
begin;
select plan(2);
-- given the package is installed; then
select matches(
    flowfabric.ff_version(), '^\d+\.\d+\.\d+', 'the result is its version'
);
select is(
    flowfabric.ff_version(),
    (
        select m.value from flowfabric.ff_meta as m
        where m.key = 'version'
    ),
    'it is the version that the build has written'
);
select * from finish();
rollback;
