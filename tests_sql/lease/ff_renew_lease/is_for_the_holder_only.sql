begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease('a') as handle
\gset
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_operator') as operator
\gset

-- when a session renews without a lease; then
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_renew_lease',
        :'handle',
        $$p_source => 'operator_override'$$,
        '{p_lease_id,p_lease_epoch,p_attempt_id}'
    )),
    'ZF104 fence_required',
    'the owner may not'
);
select is(
    pg_temp.refusal_as(:'operator', pg_temp.typed_call('ff_renew_lease', :'handle')),
    '42501',
    'an operator may not, even with the fence'
);
select is(
    pg_temp.refusal_as(:'worker', pg_temp.typed_call('ff_renew_lease', :'handle')),
    'nothing',
    'a worker with the fence may'
);

select * from finish();
rollback;
