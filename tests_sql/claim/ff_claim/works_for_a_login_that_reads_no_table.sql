begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

-- given a login whose only right is its membership of ff_worker; when it claims; then
do $given$ begin perform pg_temp.submit(); end $given$;
select pg_temp.login_of('ff_worker') as worker
\gset
select is(
    pg_temp.refusal_as(:'worker', $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing',
    'the login claims'
);
select
    is(
        pg_temp.refusal_as(:'worker', format('select * from flowfabric.%I', t.name)),
        '42501',
        'and yet it may not read ' || t.name
    )
from (
    values
    ('ff_exec_core'),
    ('ff_attempt'),
    ('ff_event'),
    ('ff_route'),
    ('ff_lane'),
    ('ff_idempotency'),
    ('ff_attempts')
) as t (name);

select * from finish();
rollback;
