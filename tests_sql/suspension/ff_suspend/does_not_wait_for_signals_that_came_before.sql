begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a waitpoint that was created in advance, and a signal to it
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select
    waitpoint_id,
    token
from flowfabric.ff_create_waitpoint(:'handle', 'review', 60000)
\gset
select results_eq(
    format($$select outcome, effect, public_state
    from flowfabric.ff_deliver_signal(%L, %L, %L, 'approved')$$, :'id', :'waitpoint_id', :'token'),
    $$values ('accepted', 'buffered_for_pending_waitpoint', 'active')$$,
    'given the signal is stored'
);
-- when the worker suspends; then
create temporary table answer as
select * from flowfabric.ff_suspend(:'handle', '{"signal": "approved", "on": "review"}');
select results_eq(
    $$select outcome, is_replay, (waitpoints #>> '{0,waitpoint_id}')::uuid from answer$$,
    format($$values ('already_satisfied', false, %L::uuid)$$, :'waitpoint_id'),
    'the result says that it need not wait'
);
select is(
    (select lease_remaining_ms from flowfabric.ff_assert_lease(:'handle')), 29000::bigint,
    'it keeps its lease'
);
select results_eq(
    format('select signal_name, is_satisfier from flowfabric.ff_observe_signals(%L)', :'handle'),
    $$values ('approved', true)$$,
    'it reads the signal'
);
select is_empty(
    format('select * from flowfabric.ff_list_pending_waitpoints(%L)', :'id'),
    'the waitpoint is closed'
);
select results_eq(
    format('select what from flowfabric.ff_history(%L)', :'id'),
    $$values ('submitted'), ('attempt_started'), ('signal_delivered')$$,
    'no suspension was made'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- given signals to two of three waitpoints, one of them of another name; when it suspends; then
do $given$
declare
    v_handle constant text := pg_temp.lease();
    v_id constant uuid := pg_temp.execution_of(v_handle);
begin
    perform set_config('test.handle', v_handle, true), set_config('test.id', v_id::text, true);
    perform flowfabric.ff_create_waitpoint(v_handle, k, 60000) from unnest(array['x', 'y', 'z']) as k;
    perform pg_temp.signal(v_id, 'no', 'x'), pg_temp.signal(v_id, 'ok', 'y');
end;
$given$;
create function pg_temp.three() returns jsonb language sql as $three$
    select '{"all": [
        {"signal": "ok", "on": "x"},
        {"any": [{"signal": "ok", "on": "y"}, {"signal": "ok", "on": "z"}]}
    ]}'::jsonb
$three$;
select is(
    pg_temp.suspend(current_setting('test.handle'), pg_temp.three()), 'suspended',
    'the earlier signals are not enough'
);
select is(
    (
        select s.signal_count from flowfabric.ff_list_suspended() as s
        where s.execution_id = current_setting('test.id')::uuid
    ),
    2,
    'both earlier signals are counted'
);
select is(
    pg_temp.signal(current_setting('test.id')::uuid, 'ok', 'y'), 'appended_to_waitpoint_duplicate',
    'the earlier ones count for the condition'
);
select is(
    (
        select s.signal_count from flowfabric.ff_list_suspended() as s
        where s.execution_id = current_setting('test.id')::uuid
    ),
    3,
    'later ones are counted with them'
);
select is_empty('select * from flowfabric.ff_check()', 'the sums are those of the waitpoints');
select is(
    pg_temp.signal(current_setting('test.id')::uuid, 'ok', 'x'), 'resume_condition_satisfied',
    'the next signal is enough'
);
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format('select signal_name, waitpoint_key from flowfabric.ff_observe_signals(%L)', :'handle'),
    $$values ('ok', 'y'), ('ok', 'x')$$,
    'the worker reads the signals that counted, in their order'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- given all signals came before, and one more; when it suspends on a composite condition; then
do $given$
declare
    v_handle constant text := pg_temp.lease('c');
    v_id constant uuid := pg_temp.execution_of(v_handle);
begin
    perform set_config('test.handle', v_handle, true), set_config('test.id', v_id::text, true);
    perform flowfabric.ff_create_waitpoint(v_handle, k, 60000) from unnest(array['x', 'y', 'z']) as k;
    perform pg_temp.signal(v_id, 'ok', 'y'), pg_temp.signal(v_id, 'ok', 'x'), pg_temp.signal(v_id, 'ok', 'z');
end;
$given$;
select is(
    pg_temp.suspend(current_setting('test.handle'), pg_temp.three()), 'already_satisfied',
    'a composite condition counts them, too'
);
select results_eq(
    $$
        select waitpoint_key, is_satisfier
        from flowfabric.ff_observe_signals(current_setting('test.handle'), p_all => true)
    $$,
    $$values ('y', true), ('x', true), ('z', false)$$,
    'a signal after the condition was satisfied is stored, without effect'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
