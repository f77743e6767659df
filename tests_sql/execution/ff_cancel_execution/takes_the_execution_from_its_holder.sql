begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a lease; when an operator cancels; then every call of its holder is refused
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $given$ begin perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed'); end $given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select * from flowfabric.' || c.call, :'handle')),
        'ZF105 execution_not_active',
        c.call
    )
from (
    values
    ('ff_renew(%L)'),
    ('ff_assert_lease(%L)'),
    ('ff_progress(%L, 50)'),
    ('ff_complete(%L)'),
    ($$ff_fail(%L, 'broken')$$),
    ('ff_delay(%L, 0)')
) as c (call);
select is(
    pg_temp.refusal(pg_temp.typed_call('ff_complete_execution', :'handle')),
    'ZF105 execution_not_active',
    'calls with explicit ids'
);
select results_eq(
    format(
        $$
            select outcome, error_code from flowfabric.ff_complete_batch(array[%1$L])
            union all
            select outcome, error_code from flowfabric.ff_renew_batch(array[%1$L])
        $$,
        :'handle'
    ),
    $$
        values
        ('execution_not_active', 'ZF105'), ('execution_not_active', 'ZF105')
    $$,
    'calls in batches'
);
select is(
    pg_temp.error_of(format('select flowfabric.ff_complete(%L)', :'handle')) -> 'detail',
    jsonb_build_object(
        'symbol', 'execution_not_active',
        'execution_id', '00000000-0000-7000-8000-000000000001',
        'lifecycle_phase', 'terminal',
        'terminal_outcome', 'cancelled',
        'lease_epoch', 2,
        'attempt_id', pg_temp.attempt_of(:'handle')
    ),
    'the holder learns that the execution was cancelled'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
