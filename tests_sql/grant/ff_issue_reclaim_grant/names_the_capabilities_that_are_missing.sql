begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lost lease on work that needs three things; then
do $given$
begin
    perform pg_temp.submit_number(1, p_required_capabilities => '{gpu,ssd,GPU}');
    perform flowfabric.ff_claim('lane', 'x', 'x-1', '{gpu,ssd,GPU}', 1000);
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.stored() as before
\gset
select results_eq(
    $$
        select outcome, detail
        from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'a', 'a-1', p_capabilities => '{ssd}')
    $$,
    $$values ('not_reclaimable', 'capability_mismatch: GPU,gpu')$$,
    'the error names the missing ones'
);
select is(pg_temp.stored(), :'before', 'the execution can still be reclaimed');
select is(
    (
        flowfabric.ff_issue_reclaim_grant(
            pg_temp.id(1), 'a', 'a-1', p_capabilities => '{GPU,gpu,ssd,more}'
        )
    ).outcome,
    'granted',
    'by a worker that has them'
);

select * from finish();
rollback;
