begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/no_time.sql
\ir ../../lib/numbered_executions.sql

-- given three executions past their deadline in front of one that waits, and no time; then
do $given$
begin
    perform pg_temp.submit_number(n, p_deadline_ms => 1000) from generate_series(1, 3) as n;
    perform pg_temp.submit_number(4);
    perform pg_temp.advance('2 s');
end;
$given$;
create function pg_temp.claimed()
returns text
language plpgsql
as $claimed$
declare
    v_count constant bigint := (
        select count(*) from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 3) as c
    );
begin
    return format('%s claimed, %s expired', v_count, (
        select count(*) from flowfabric.ff_exec_core as e where e.state = 'expired_unstarted'
    ));
end;
$claimed$;
select results_eq(
    $$
        select pg_temp.number(c.execution_id), count(*)
        from flowfabric.ff_claim('lane', 'a', 'a-1') as c
        group by c.execution_id
    $$,
    'select 1, 1::bigint where false',
    'a claim that has ended one execution returns nothing'
);
select is(
    flowfabric.ff_next_due_in_ms('lane'), 0::bigint, 'its outlook says that more is due'
);
select is(
    pg_temp.claimed(), '1 claimed, 2 expired',
    'a batch ends one as well, and takes the one that waits'
);
select is(pg_temp.claimed(), '0 claimed, 3 expired', 'the next batch ends the last');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
