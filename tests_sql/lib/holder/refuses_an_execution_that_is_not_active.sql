-- The behaviour of every call with a handle: it refuses an execution without a holder. The test
-- names the call in the variable `call`, a format that takes the handle. The calls that are
-- replays, and so are not refused, stand in `replays`, by their numbers below.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../handles.sql
\ir ../numbered_executions.sql
\ir ../no_retries.sql

-- given leases that ended because the execution (1) was completed, (2) failed, (3) failed and will
-- be retried, (4) was found past its deadline, (5) was cancelled by an operator
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_policy => case n when 3 then '{"retry_policy": {"max_retries": 1}}' else '{}' end::jsonb,
        p_deadline_ms => case when n = 4 then 10000 end
    )
    from generate_series(1, 5) as n;
end;
$given$;
create temporary table held as
select
    s.n,
    c.handle,
    c.attempt_id
from generate_series(1, 5) as s (n)
cross join lateral flowfabric.ff_claim('lane' || s.n, 'a', 'a-1') as c;
do $given$
begin
    perform flowfabric.ff_complete(h.handle) from held as h where h.n = 1;
    perform flowfabric.ff_fail(h.handle, 'broken') from held as h where h.n in (2, 3);
    perform pg_temp.advance('10 s');
    perform flowfabric.ff_claim('lane4', 'b', 'b-1');
    perform flowfabric.ff_cancel_execution(pg_temp.id(5), 'not needed');
end;
$given$;
select pg_temp.stored() as before
\gset

-- when the holders call; then
create temporary table refused as
select
    h.n,
    h.attempt_id,
    e.error -> 'detail' as detail,
    e.error ->> 'sqlstate' as code
from held as h
cross join lateral pg_temp.error_of(format(:'call', h.handle)) as e (error)
where h.n <> all(:'replays');
select results_eq(
    $$
        select
            n, code, detail ->> 'symbol', detail ->> 'lifecycle_phase',
            detail ->> 'terminal_outcome',
            detail ->> 'lease_epoch'
        from refused
        order by n
    $$,
    format(
        $$
            select x.*
            from (
                values
                (1, 'ZF105', 'execution_not_active', 'terminal', 'success', '1'),
                (2, 'ZF105', 'execution_not_active', 'terminal', 'failed', '1'),
                (3, 'ZF105', 'execution_not_active', 'runnable', 'none', '1'),
                (4, 'ZF105', 'execution_not_active', 'terminal', 'expired', '1'),
                (5, 'ZF105', 'execution_not_active', 'terminal', 'cancelled', '2')
            ) as x (n, code, symbol, phase, outcome, epoch)
            where x.n <> all (%L)
            order by x.n
        $$,
        :'replays'
    ),
    'each error has the state of the execution'
);
select results_eq(
    $$select n, detail ->> 'attempt_id', detail ->> 'execution_id' from refused order by n$$,
    $$select n, attempt_id::text, pg_temp.id(n)::text from refused order by n$$,
    'and the last attempt'
);

-- when a call has the fence of another lease on them; then
select
    is(
        pg_temp.refusal(
            format(:'call', pg_temp.replaced(h.handle, 'lease', gen_random_uuid()::text))
        ),
        'ZF105 execution_not_active',
        format('another lease is never a replay (%s)', h.n)
    )
from held as h;
select is(pg_temp.stored(), :'before', 'nothing was written');
