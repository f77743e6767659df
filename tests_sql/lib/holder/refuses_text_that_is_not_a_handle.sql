-- The behaviour of every call with a handle: it refuses text that is not a handle. The test names
-- the call in the variable `call`, a format that takes the handle.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql

do $given$ begin perform pg_temp.lease(); end $given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format(:'call', m.handle)),
        '22023 p_handle',
        'a handle ' || m.description
    )
from pg_temp.malformed_handles() as m;
select is(
    pg_temp.refusal(format(:'call', null)),
    '22004 p_handle',
    'null'
);
select is(
    pg_temp.error_of(format(:'call', 'ff2:1')) ->> 'hint',
    'Pass the handle that the claim returned, unchanged.',
    'the hint says what to pass'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
