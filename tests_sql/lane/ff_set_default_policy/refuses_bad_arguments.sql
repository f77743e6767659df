-- noqa: disable=LT02
begin;
select plan(5);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
select is(
    pg_temp.refusal($$select flowfabric.ff_set_default_policy('[]')$$), '22023 p_policy',
    'no object'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_set_default_policy('{"max_retries": 3}')$$),
    '22023 p_policy', 'an unknown key'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_set_default_policy('{}', p_actor => '')$$),
    '22023 p_actor', 'an empty actor'
);
-- given a login that was granted the function, but is not an operator
create role test_helper login;
grant usage on schema flowfabric to test_helper;
grant execute on function flowfabric.ff_set_default_policy to test_helper;
select is(
    pg_temp.refusal_as('test_helper', $$select flowfabric.ff_set_default_policy('{}')$$),
    'ZF801 not_authorised', 'a caller that is not an operator'
);
select pg_temp.login_of('ff_producer') as producer
\gset
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_set_default_policy('{}')$$), '42501',
    'a producer may not call the function'
);
select * from finish();
rollback;
