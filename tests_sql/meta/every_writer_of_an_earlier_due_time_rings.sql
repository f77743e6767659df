-- tests_sql/meta/every_writer_of_an_earlier_due_time_rings.sql
begin;
select plan(4);

-- The functions that write claimable_at. One that makes a row due at an earlier moment rings the
-- doorbells of its lane, so that a worker that sleeps past that moment is woken. The others say why
-- they need not. A new writer needs a row here.
create temporary table writer (name text, rings boolean, reason text);
insert into writer (name, rings, reason)
values
-- it is submitted
('ff_create_execution', true, 'a new execution'),
('ff_create_executions', true, 'new executions'),
('_submit', true, 'a new execution'),
('ff_spawn', true, 'a new execution'),
('_submit_alike', true, 'new executions'),
('_submit_nodes', true, 'new executions, which _insert_nodes writes'),
('_insert_nodes', false, 'its only caller is _submit_nodes'),
-- it is released
('_release', true, 'the end of a lease or of a suspension'),
('_start_over', true, 'a replay'),
('_unblock_children', true, 'a join that is satisfied'),
('ff_unblock_execution', true, 'the end of a block'),
('_let_look', true, 'a limit that has room again'),
('_make_due', true, 'a row that claims could not see'),
('_park', true, 'another wait of an execution that waits'),
('_request_cancel', true, 'the end of a grace'),
('_submit_on_failure', true, 'a new execution'),
-- it is leased: due when the lease lapses
('_take_leases', false, 'the end of a lease that begins; _lease_granted rings'),
('ff_claim', false, 'the end of a lease that begins'),
('_claim_one', false, 'the end of a lease that begins'),
('ff_claim_batch', false, 'the end of a lease that begins'),
('_renew_lease', true, 'the end of a lease that is shortened'),
('_renew_batch', true, 'the ends of leases that are shortened'),
-- it is over
('_complete_batch', false, 'null'),
('_end_execution', false, 'null'),
('ff_complete', false, 'null'),
('ff_complete_batch', false, 'null'),
-- it is put off: what was due is due later, or at its deadline
('_admit_candidate', false, 'later'),
('_refuse_candidate', false, 'later'),
('_put_off_alike', false, 'later'),
('_put_off_failed', false, 'later'),
('_block_child', false, 'its deadline'),
('_reopen_join', false, 'its deadline'),
('_stop_flow_member', false, 'its deadline'),
('ff_block_execution', false, 'its deadline'),
('_settle_suspension', false, 'a timeout that was announced before, after the clock was set back'),
('_settle_waits', false, 'a timeout that was announced before, after the clock was set back'),
-- it stays due
('_claim_again', false, 'a row that was due stays due: no other session has seen it leased'),
('_write_grant', false, 'only what is due is granted, and it is due when the grant lapses'),
('_reprioritise_locked', false, 'a row that is due stays due'),
-- given claims did not see the row
('_move_claimable', true, 'a row in a route that is retired');

create temporary table function_source as
select
    p.proname::text as name,
    regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as body
from pg_proc as p
where p.pronamespace = 'flowfabric'::regnamespace;

select set_eq(
    $$
        select f.name
        from function_source as f
        where
            (f.body ~ 'update ff_exec_core' and f.body ~ '(\s|set )claimable_at =')
            or f.body ~ 'insert into (ff_exec_core|ff_new_execution)'
            or f.name = '_submit_nodes'
    $$,
    'select w.name from writer as w',
    'every function that writes claimable_at has a row in the table'
);
select is(
    (select count(w.name) from writer as w),
    (select count(distinct w.name) from writer as w),
    'and only one'
);
select is_empty(
    $$
        select w.name
        from writer as w
        inner join function_source as f on f.name = w.name
        where w.rings and f.body !~ '(perform|:=) _(ring|ring_route|request_ring|enter_work)\('
    $$,
    'functions that make work due earlier ring'
);
select is_empty(
    $$
        select w.name
        from writer as w
        inner join function_source as f on f.name = w.name
        where not w.rings and f.body ~ '_(ring|ring_route|request_ring|enter_work)\('
    $$,
    'the other functions do not'
);
select * from finish();
rollback;
