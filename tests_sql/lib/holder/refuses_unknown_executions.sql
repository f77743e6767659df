-- The behaviour of every call with a handle: it refuses an execution that does not exist. The test
-- names the call in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

-- given a lease; when a handle names an unknown execution; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

select throws_ok(
    format(
        :'call',
        pg_temp.replaced(:'handle', 'execution', '00000000-0000-7000-8000-000000000009')
    ),
    'ZF201',
    null,
    'the execution does not exist'
);
select is(
    pg_temp.error_of(
        format(
            :'call',
            pg_temp.replaced(:'handle', 'execution', '00000000-0000-7000-8000-000000000009')
        )
    )
    -> 'detail',
    '{
        "symbol": "execution_not_found",
        "execution_id": "00000000-0000-7000-8000-000000000009"
    }',
    'the detail names it'
);
select is(
    pg_temp.refusal(
        format(:'call', pg_temp.replaced(:'handle', 'execution', gen_random_uuid()::text))
    ),
    'ZF201 execution_not_found',
    'another unknown execution'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(format(:'call', :'handle')),
    'nothing',
    'the handle itself is accepted'
);
