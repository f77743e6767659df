-- noqa: disable=LT02
begin;
select plan(4);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
select is(
    pg_temp.refusal('select flowfabric.ff_set_default_access(null)'), '22004 p_access',
    'a null access'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_set_default_access('shut')$$), '22023 p_access',
    'an unknown access'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_set_default_access('closed', p_actor => '')$$),
    '22023 p_actor', 'an empty actor'
);
-- given a login that was granted the function, but is not an operator
create role test_helper login;
grant usage on schema flowfabric to test_helper;
grant execute on function flowfabric.ff_set_default_access to test_helper;
select is(
    pg_temp.refusal_as('test_helper', $$select flowfabric.ff_set_default_access('closed')$$),
    'ZF801 not_authorised', 'a caller that is not an operator'
);
select * from finish();
rollback;
