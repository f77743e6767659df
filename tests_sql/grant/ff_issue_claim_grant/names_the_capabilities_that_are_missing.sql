begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that needs four things; when the worker has one of them; then
do $given$
begin
    perform pg_temp.submit_number(1, p_required_capabilities => '{gpu,ssd,arm,GPU}');
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of(
        $$
            select flowfabric.ff_issue_claim_grant(
                pg_temp.id(1), 'a', 'a-1', p_capabilities => '{ssd,tape}'
            )
        $$
    ),
    '{
        "sqlstate": "ZF304",
        "message": "the worker lacks capabilities that the execution requires",
        "detail": {
            "symbol": "capability_mismatch",
            "execution_id": "00000000-0000-7000-8000-000000000001",
            "missing": ["GPU", "arm", "gpu"]
        },
        "hint": "Give the grant to a worker that has them; the detail names the missing ones."
    }',
    'the error names the other three, sorted'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
