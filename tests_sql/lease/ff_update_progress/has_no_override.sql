begin;
select plan(4);
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

-- when an operator reports the progress of a lease that it does not hold; then
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_update_progress',
        :'handle',
        $$p_percent => 40, p_source => 'operator_override'$$,
        '{p_lease_id,p_lease_epoch,p_attempt_id}'
    )),
    'ZF104 fence_required',
    'an override without the fence is refused'
);
select is(
    pg_temp.refusal(pg_temp.typed_call(
        'ff_update_progress', :'handle', $$p_percent => 40, p_source => 'operator_override'$$
    )),
    '22023 p_source',
    'an override with the fence is refused'
);
select is(
    pg_temp.refusal_as(
        :'operator', pg_temp.typed_call('ff_update_progress', :'handle', 'p_percent => 40')
    ),
    'ZF801 not_authorised',
    'an operator with the fence is refused'
);
select is(
    pg_temp.refusal_as(
        :'worker', pg_temp.typed_call('ff_update_progress', :'handle', 'p_percent => 40')
    ),
    'nothing',
    'a worker with the fence is accepted'
);

select * from finish();
rollback;
