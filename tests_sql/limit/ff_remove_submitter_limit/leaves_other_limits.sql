-- noqa: disable=LT02,LT09,AL03
-- tests_sql/limit/ff_remove_submitter_limit/leaves_other_limits.sql
begin;
select plan(7);
\ir ../../lib/errors.sql
-- given a limit for each submitter, and a larger one for this submitter, which it has used up
select current_user as submitter
\gset
select
    flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 2),
    flowfabric.ff_set_submitter_limit('lane', :'submitter', p_max_unfinished => 3)
\g /dev/null
select count(flowfabric.ff_create_execution('lane')) as created
from generate_series(1, 3)
\gset
-- when its own limit is removed; then
select is(
    (select r from flowfabric.ff_remove_submitter_limit('lane', :'submitter') as r),
    ('lane', :'submitter', 'removed')::flowfabric.ff_changed_submitter_limit, 'the limit is removed'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane')$$) #> '{detail,limit}',
    '2', 'the limit for each submitter applies'
);
select is(
    (select r from flowfabric.ff_remove_submitter_limit('lane', :'submitter') as r),
    ('lane', :'submitter', 'not_found')::flowfabric.ff_changed_submitter_limit,
    'a second call finds nothing'
);
select is(
    (select r from flowfabric.ff_remove_submitter_limit('elsewhere', 'nobody at all') as r),
    ('elsewhere', 'nobody at all', 'not_found')::flowfabric.ff_changed_submitter_limit,
    'a role that does not exist has none'
);
select is(
    (select r from flowfabric.ff_remove_submitter_limit('lane') as r),
    ('lane', null, 'removed')::flowfabric.ff_changed_submitter_limit,
    'then the limit for each submitter is removed'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_execution('lane')$$), 'nothing',
    'the lane has no limit any more'
);
-- when the counted executions have ended
select count(*) as completed
from flowfabric.ff_complete_batch(array(
    select c.handle from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 9) as c
))
\gset
-- then
select is_empty(
    $$select w.execution_id from flowfabric.ff_counted_work as w
    union all
    select null from flowfabric.ff_check()$$,
    'no execution is counted any more'
);
select * from finish();
rollback;
