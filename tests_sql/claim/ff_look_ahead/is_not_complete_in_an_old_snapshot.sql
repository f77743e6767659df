-- tests_sql/claim/ff_look_ahead/is_not_complete_in_an_old_snapshot.sql
begin isolation level repeatable read;
select plan(1);
\ir ../../lib/clock.sql
-- given a transaction with an old snapshot; then the outlook says nothing about later commits
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (null::bigint, false)',
    'work may have been submitted since the snapshot'
);
select * from finish();
rollback;
