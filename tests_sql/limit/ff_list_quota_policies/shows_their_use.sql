-- noqa: disable=LT05
-- tests_sql/limit/ff_list_quota_policies/shows_their_use.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/errors.sql
-- given two policies, one with two keys in use
do $given$ begin
    perform flowfabric.ff_create_quota_policy(pg_temp.id(1), 60000, 5, 2);
    perform flowfabric.ff_create_quota_policy(pg_temp.id(2), 1000, 0, 1);
    perform flowfabric.ff_create_execution('lane', p_quota_policy_id => pg_temp.id(1), p_quota_key => k.key)
    from unnest('{a,a,a,b}'::text[]) as k (key);
    perform count(*) from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10);
end $given$;
select results_eq(
    $$select p.max_per_window, p.max_concurrent, p.key_count, p.slot_count, p.window_count, p.waiting_count, p.is_at_least
    from flowfabric.ff_list_quota_policies() as p$$,
    $$values (5::bigint, 2::bigint, 2::bigint, 3::bigint, 3::bigint, 1::bigint, false), (0, 1, 0, 0, 0, 0, false)$$,
    'under all keys together'
);
select results_eq(
    $$select p.max_concurrent from flowfabric.ff_list_quota_policies('00000000-0000-7000-8000-000000000001') as p$$,
    $$values (1::bigint)$$, 'the next page'
);
select
    is(
        (select count(*) from flowfabric.ff_list_quota_policies(p_limit => 0)),
        0::bigint,
        'a page of none'
    );
-- when the window has passed, and the leases have lapsed; then nothing is in use
do $when$ begin perform pg_temp.advance('2 minutes'); end $when$;
select results_eq(
    'select p.slot_count, p.window_count from flowfabric.ff_list_quota_policies(p_limit => 1) as p',
    'values (0::bigint, 0::bigint)', 'by the clock alone'
);
select
    is(
        pg_temp.refusal('select flowfabric.ff_list_quota_policies(p_limit => -1)'),
        '22023 p_limit',
        'a page is limited'
    );
select * from finish();
rollback;
