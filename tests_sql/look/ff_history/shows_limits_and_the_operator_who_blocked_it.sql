-- tests_sql/look/ff_history/shows_limits_and_the_operator_who_blocked_it.sql
-- noqa: disable=AL03, LT05, LT09, LT14
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
create function pg_temp.story(p_number integer)
returns text
language sql
as $story$
    select string_agg(
        concat_ws(
            ' ', h.what, h.details ->> 'blocking_reason', h.details ->> 'actor',
            h.details ->> 'limit_id'
        ),
        ', ' order by h.ordinal
    )
    from flowfabric.ff_history(pg_temp.id(p_number)) with ordinality as h (
        occurred_at, what, attempt_index, lease_epoch, worker_id, worker_instance_id,
        details, ordinal
    )
    where h.what not in ('attempt_started', 'attempt_ended')
$story$;

-- given an execution that waits for the slot of another
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1), pg_temp.claim_all() \gset
select is(
    pg_temp.story(2),
    'submitted, refused_by_limit waiting_for_quota ' || pg_temp.policy_id(),
    'the entry names the limit'
);
-- when an operator blocks the execution, and unblocks it; then
do $when$ begin
    perform flowfabric.ff_block_execution(pg_temp.id(2), 'paused_by_operator', 'why', 'ada');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_unblock_execution(pg_temp.id(2), p_reason => 'well', p_actor => 'bob');
end $when$;
-- then
select is(
    pg_temp.story(2),
    'submitted, blocked paused_by_operator ada, unblocked paused_by_operator bob',
    'the entries name the operator'
);
select is(pg_temp.story(1), 'submitted', 'only those of this execution are listed');
select is(
    (select count(*) from flowfabric.ff_operator_event as v where v.kind in ('blocked', 'unblocked')),
    2::bigint, 'both entries are those of operators'
);
select * from finish();
rollback;
