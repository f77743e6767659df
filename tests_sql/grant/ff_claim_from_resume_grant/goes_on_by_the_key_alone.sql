begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an execution that was handed back; when its grant is redeemed by its key alone; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
create temporary table first as
select c.* from flowfabric.ff_claim('lane', 'x', 'x-1') as c;
do $given$ begin perform flowfabric.ff_delay(f.handle, 0) from first as f; end $given$;
select pg_temp.grant_key(1) as key
\gset
create temporary table second as
select c.* from flowfabric.ff_claim_from_resume_grant(:'key', 'a', 'a-9', 20000) as c;
select results_eq(
    $$
        select
            execution_id, attempt_type, attempt_index, attempt_id, lease_epoch, lease_remaining_ms
        from second
    $$,
    $$select pg_temp.id(1), 'resume', 0, attempt_id, 2::bigint, 20000::bigint from first$$,
    'the attempt continues'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'the grant is consumed');

-- when it is redeemed again; then
do $when$ begin perform pg_temp.advance('19999999 us'); end $when$;
select pg_temp.stored() as before
\gset
select
    is_empty(
        format(
            'select * from flowfabric.ff_claim_from_resume_grant(%L, %L, %L)',
            :'key',
            w.id,
            w.id || '-1'
        ),
        format('while the lease is live %s gets nothing', w.id)
    )
from (values ('a'), ('b')) as w (id);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 1, :'key'),
    'ZF306 lease_conflict',
    'when the new lease has lapsed, a reclaim is needed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
