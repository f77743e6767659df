begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/numbered_executions.sql

-- given leases that ended because the execution (1) was completed, (2) failed, (3) failed and will
-- be retried, (4) was found past its deadline, (5) was cancelled (ff_cancel_execution does not
-- exist yet: the owner sets the state by hand). To ff_fail (2) and (3) are replays, see
-- sent_again_it_answers_the_same.sql.
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
end;
$given$;
update flowfabric.ff_exec_core
set
    state = 'cancelled',
    claimable_at = null,
    terminal_at = pg_temp.clock(),
    lease_ended_at = pg_temp.clock(),
    lease_ended_by = 'cancelled'
where partition_key = 5;
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
cross join
    lateral pg_temp.error_of(format('select flowfabric.ff_fail(%L, $$broken$$)', h.handle))
        as e (error)
where h.n in (1, 4, 5);
select results_eq(
    $$
        select
            n, code, detail ->> 'symbol', detail ->> 'lifecycle_phase',
            detail ->> 'terminal_outcome',
            detail ->> 'lease_epoch'
        from refused
        order by n
    $$,
    $$
        values
        (1, 'ZF105', 'execution_not_active', 'terminal', 'success', '1'),
        (4, 'ZF105', 'execution_not_active', 'terminal', 'expired', '1'),
        (5, 'ZF105', 'execution_not_active', 'terminal', 'cancelled', '1')
    $$,
    'each is told in what state the execution is'
);
select results_eq(
    $$select n, detail ->> 'attempt_id', detail ->> 'execution_id' from refused order by n$$,
    $$select n, attempt_id::text, pg_temp.id(n) from refused order by n$$,
    'and which attempt was the last'
);

-- when somebody calls with the fence of another lease on them; then
select results_eq(
    $$
        select
            h.n,
            pg_temp.refusal(
                format(
                    'select flowfabric.ff_fail(%L, $q$broken$q$)',
                    pg_temp.replaced(h.handle, 6, gen_random_uuid()::text)
                )
            )
        from held as h
        order by h.n
    $$,
    $$select n, 'ZF105 execution_not_active' from held order by n$$,
    'another lease is never a replay'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
