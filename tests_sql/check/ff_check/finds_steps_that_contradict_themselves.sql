-- tests_sql/check/ff_check/finds_steps_that_contradict_themselves.sql
begin;
select plan(19);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
-- given parents that sleep, wait for a signal and for children, one that failed and one that was
-- replayed, and damage by hand
create temporary table family (name text primary key, execution_id uuid not null);
do $given$
declare
    v_handle text;
begin
    v_handle := pg_temp.parent('sleeps');
    insert into family values ('sleeps', pg_temp.execution_of(v_handle));
    perform flowfabric.ff_save_step(v_handle, 'value', '1');
    perform flowfabric.ff_sleep(v_handle, 'nap', 60000);
    v_handle := pg_temp.parent('signal');
    insert into family values ('signal', pg_temp.execution_of(v_handle));
    perform flowfabric.ff_send_signal(pg_temp.execution_of(v_handle), 'other');
    perform flowfabric.ff_wait_signal(v_handle, 'wait', 'go', 60000);
    v_handle := pg_temp.parent('children');
    insert into family values ('children', pg_temp.execution_of(v_handle));
    perform pg_temp.spawn(v_handle, 'a', 'b');
    perform flowfabric.ff_await_children(v_handle, 'wait');
    v_handle := pg_temp.parent('failed');
    insert into family values ('failed', pg_temp.execution_of(v_handle));
    perform pg_temp.spawn(v_handle, 'a');
    perform flowfabric.ff_fail(v_handle, 'broken', 'permanent');
    v_handle := pg_temp.parent('replayed');
    insert into family values ('replayed', pg_temp.execution_of(v_handle));
    perform pg_temp.spawn(v_handle, 'a');
    perform flowfabric.ff_fail(v_handle, 'broken', 'permanent');
    perform pg_temp.do_todos();
    perform flowfabric.ff_replay_execution(pg_temp.execution_of(v_handle));
    perform pg_temp.do_todos();
    v_handle := pg_temp.parent('grace');
    insert into family values ('grace', pg_temp.execution_of(v_handle));
    perform flowfabric.ff_cancel_execution(
        pg_temp.execution_of(v_handle), 'enough', p_grace_ms => 10000
    );
end;
$given$;
select is(pg_temp.findings(), 'healthy', 'there is nothing to find');
create function pg_temp.found_after(p_name text, p_statement text)
returns text[]
language plpgsql
as $found_after$
declare
    v_found text[];
    v_count integer;
begin
    execute replace(
        p_statement, ':id',
        format('%L::uuid', (select f.execution_id from family as f where f.name = p_name))
    );
    get diagnostics v_count = row_count;
    select array_agg(distinct f.invariant order by f.invariant)
    into v_found
    from flowfabric.ff_check() as f;
    raise exception 'take it back' using errcode = 'P0999';
exception
    when sqlstate 'P0999' then
        if v_count <> 1 then
            raise exception 'the statement changed % rows', v_count;
        end if;
        return v_found;
end;
$found_after$;
select
    is(
        pg_temp.found_after(d.name, d.statement),
        d.findings,
        d.description
    )
from (
    values
    (
        'sleeps', $$update flowfabric.ff_step set execution_id = gen_random_uuid()
        where execution_id = :id and step_key = 'value'$$,
        '{"a step belongs to an execution","the newest step has the count of all"}'::text[],
        'a step of nobody'
    ),
    (
        'sleeps', $$update flowfabric.ff_step set begun_place = 7
        where execution_id = :id and step_key = 'value'$$,
        '{"a step was begun before it was saved"}', 'a step that ends before it begins'
    ),
    (
        'sleeps', $$update flowfabric.ff_step set result = 'x'
        where execution_id = :id and step_key = 'value'$$,
        '{"values are stored as JSON or as bytes"}', 'a value in both forms'
    ),
    (
        'sleeps', $$delete from flowfabric.ff_step
        where execution_id = :id and step_key = 'value'$$,
        '{"the newest step has the count of all"}', 'a step that is lost'
    ),
    (
        'sleeps', $$update flowfabric.ff_step set wake_at = wake_at - interval '1 s'
        where execution_id = :id and step_key = 'nap'$$,
        '{"a wait is due when its time comes"}', 'one that sleeps too long'
    ),
    (
        'signal', $$update flowfabric.ff_step set signal_name = 'other'
        where execution_id = :id and step_key = 'wait'$$,
        '{"a signal ends the wait for it"}', 'a signal that is not heard'
    ),
    (
        'signal', $$update flowfabric.ff_mailbox set execution_id = gen_random_uuid()
        where execution_id = :id$$,
        '{"a signal is kept for an execution"}', 'a signal for nobody'
    ),
    (
        'signal', 'delete from flowfabric.ff_step where execution_id = :id',
        '{"a suspended execution has an open suspension"}', 'one that waits for nothing'
    ),
    (
        'children', $$delete from flowfabric.ff_step
        where execution_id = :id and step_key = 'wait'$$,
        array[
            'an execution that waits for others has an open join or a due release'
        ],
        'one that waits for no child'
    ),
    (
        'children', $$update flowfabric.ff_step set awaited_count = 0
        where execution_id = :id and step_key = 'wait'$$,
        '{"children that have ended wake their parent, or are due to"}', 'one that waits in vain'
    ),
    (
        'children', $$update flowfabric.ff_exec_core set parent_step_key = 'c'
        where parent_id = :id and parent_step_key = 'a'$$,
        '{"a child knows its parent"}', 'a child of another step'
    ),
    (
        'children', 'delete from flowfabric.ff_meeting where parent_id = :id',
        '{"a parent has a row to meet its children"}', 'a parent whose children cannot meet it'
    ),
    (
        'children', 'update flowfabric.ff_exec_core set is_parent = false where execution_id = :id',
        '{"a parent has a row to meet its children"}', 'a parent that is not marked as one'
    ),
    (
        'failed', $$update flowfabric.ff_exec_core
        set state = 'waiting_first', terminal_at = null, claimable_at = pg_temp.clock()
        where parent_id = :id$$,
        '{
            "an end without success is listed as such",
            "children end with their parent, or are due to",
            "every end has exactly one completion event"
        }',
        'a child that outlives its parent'
    ),
    (
        'replayed', $$update flowfabric.ff_exec_core
        set state = 'cancelled', terminal_at = pg_temp.clock(), claimable_at = null,
            cancelled_by = 'parent_end'
        where parent_id = :id$$,
        '{
            "an end without success is listed as such",
            "children start again with their parent, or are due to",
            "every end has exactly one completion event"
        }',
        'a child that is left behind'
    ),
    (
        'grace', $$update flowfabric.ff_exec_core
        set deadline_at = deadline_at + interval '1 s' where execution_id = :id$$,
        '{"a requested cancellation is due at the end of its grace"}', 'a grace without an end'
    )
) as d (name, statement, findings, description);
-- when what was left undone was left to a todo; then
select is(
    pg_temp.found_after('children', $$
        insert into flowfabric.ff_flow_todo (kind, execution_id, due_at)
        select 'meet', s.execution_id, pg_temp.clock()
        from flowfabric.ff_step as s
        where s.execution_id = :id and s.step_key = 'wait'
    $$), null, 'given a todo'
);
select is(
    pg_temp.found_after('children', $$
        with todo as (
            insert into flowfabric.ff_flow_todo (kind, execution_id, due_at)
            values ('meet', :id, pg_temp.clock())
        )

        update flowfabric.ff_step set awaited_count = 0
        where execution_id = :id and step_key = 'wait'
    $$), null, 'work that is due to be done is not reported'
);
select * from finish();
rollback;
