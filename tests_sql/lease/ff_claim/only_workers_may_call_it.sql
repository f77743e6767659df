begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

do $given$ begin perform pg_temp.submit(); end $given$;

select
    is(
        pg_temp.refusal_as(r.role_name, $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$),
        '42501',
        r.role_name
    )
from (
    values ('ff_producer'), ('ff_operator'), ('ff_approver'), ('ff_reader'), (pg_temp.login_of())
) as r (role_name);
select pg_temp.login_of('ff_worker') as worker
\gset
select is(
    pg_temp.refusal_as(:'worker', $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing',
    'a login that is a member of ff_worker'
);
select
    is(
        pg_temp.refusal_as(:'worker', format('select * from flowfabric.%I', t.name)),
        '42501',
        'and yet it sees nothing of ' || t.name
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
