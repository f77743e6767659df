-- tests_sql/claim/ff_look_ahead/is_not_complete_in_an_old_snapshot.sql
begin isolation level repeatable read;
select plan(1);
\ir ../../lib/clock.sql
-- given a snapshot that stays as it is; then it says nothing about what was committed since
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (null::bigint, false)',
    'somebody may have submitted since the snapshot'
);
select * from finish();
rollback;
