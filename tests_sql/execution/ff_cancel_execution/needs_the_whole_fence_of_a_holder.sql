begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when a holder leaves out a part of its fence, or all of it; then
select throws_ok(
    pg_temp.cancel_as_holder(:'handle', '{p_lease_epoch}'),
    'ZF104',
    'the ids of the lease are missing or incomplete',
    'the whole fence is required'
);
select
    is(
        pg_temp.error_of(pg_temp.cancel_as_holder(:'handle', p.left_out)) -> 'detail',
        jsonb_build_object(
            'symbol', 'fence_required', 'execution_id', pg_temp.id(1), 'missing', p.left_out
        ),
        'without ' || array_to_string(p.left_out, ', ')
    )
from pg_temp.parts_left_out() as p;
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
