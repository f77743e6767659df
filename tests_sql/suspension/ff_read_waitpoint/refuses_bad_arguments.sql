-- noqa: disable=LT02,LT05,LT09
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
select is(
    pg_temp.error_of(format('select flowfabric.ff_read_waitpoint(%s)', t.arguments)) -> 'detail',
    jsonb_build_object('argument', t.argument),
    t.argument || ' is needed'
)
from (
    values
    (format('null, %L, %L', :'waitpoint', :'token'), 'p_execution_id'),
    (format('%L, null, %L', :'id', :'token'), 'p_waitpoint_id'),
    (format('%L, %L, null', :'id', :'waitpoint'), 'p_token')
) as t (arguments, argument);

-- the token does not replace the right in a restricted lane
select outcome from flowfabric.ff_grant_lane('lane', 'ff_owner', '{operate}')
\gset
select is(
    pg_temp.refusal_as(
        pg_temp.login_of('ff_approver'),
        format('select flowfabric.ff_read_waitpoint(%L, %L, %L)', :'id', :'waitpoint', :'token')
    ),
    'ZF801 not_authorised',
    'a restricted lane needs the right to signal'
);
select * from finish();
rollback;
