-- tests_sql/execution/ff_reschedule_execution/keeps_a_grant_unless_it_is_put_off.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
-- given an execution that a scheduler has granted; when it is made due now; then the grant is valid
do $given$ begin perform pg_temp.submit_number(n) from generate_series(1, 2) as n; end $given$;
select g.grant_key as first_key from flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1') as g
\gset
select g.grant_key as second_key
from flowfabric.ff_issue_claim_grant(pg_temp.id(2), 'a', 'a-1') as g
\gset
select is(
    (select r.due_in_ms from flowfabric.ff_reschedule_execution(pg_temp.id(1), 0) as r),
    5000::bigint,
    'it stays reserved until the grant lapses'
);
select is_empty($$select from flowfabric.ff_claim('lane', 'b', 'b-1')$$, 'no claim takes it');
select is(
    (
        select c.attempt_type
        from flowfabric.ff_claim_execution(pg_temp.id(1), :'first_key', 'a', 'a-1') as c
    ),
    'initial', 'and the worker redeems it'
);
-- when it is put off; then not
select is(
    (select r.due_in_ms from flowfabric.ff_reschedule_execution(pg_temp.id(2), 60000) as r),
    60000::bigint,
    'one that is put off'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_claim_execution(%L, %L, %L, %L)',
        pg_temp.id(2),
        :'second_key',
        'a',
        'a-1'
    )),
    'ZF305 execution_not_leaseable', 'is not redeemed'
);
select * from finish();
rollback;
