begin;
select plan(8);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql

-- given three operators; the first one restricts a lane for the second
create role test_first login;
create role test_second login;
create role test_third login;
grant ff_operator to test_first, test_second, test_third;
select is(
    pg_temp.refusal_as(
        'test_first', $$select flowfabric.ff_grant_lane('lane', 'test_second', '{operate}')$$
    ),
    'nothing', 'any operator can restrict an open lane'
);
-- then
select
    is(
        pg_temp.refusal_as(r.role_name, format('select flowfabric.%s', c.call)), c.refusal,
        format('%s: %s', r.role_name, c.call)
    )
from
    (
        values ('test_first', 'nothing'),
        ('test_second', 'nothing'),
        ('test_third', 'ZF801 not_authorised')
    )
        as r (role_name, refusal)
cross join lateral (
    values
    ($$ff_grant_lane('lane', 'test_third', '{read}')$$, r.refusal),
    ($$ff_revoke_lane('lane', 'test_third')$$, r.refusal)
) as c (call, refusal);
select is(
    pg_temp.refusal_as('test_first', $$select flowfabric.ff_set_lane_state('lane', 'paused')$$),
    'ZF801 not_authorised', 'the operator that restricted it does not get the right to operate it'
);

select * from finish();
rollback;
