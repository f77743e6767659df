begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a step of each kind; when a call asks for another kind under its key; then
select pg_temp.parent() as handle
\gset
do $given$
declare
    v_handle constant text := (
        select flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000)
        from flowfabric.ff_exec_core as e
    );
begin
    perform flowfabric.ff_save_step(v_handle, 'value');
    perform flowfabric.ff_sleep(v_handle, 'timer', 0);
    perform flowfabric.ff_wait_signal(v_handle, 'signal', 'go', 0);
    perform pg_temp.spawn(v_handle, 'child');
    perform flowfabric.ff_await_children(v_handle, 'wait', p_timeout_ms => 0);
end;
$given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.' || c.call, :'handle')),
        'ZF212 step_kind_mismatch',
        c.call
    )
from (
    values
    ($$ff_save_step(%L, 'timer')$$),
    ($$ff_sleep(%L, 'signal', 1000)$$),
    ($$ff_wait_signal(%L, 'child', 'go')$$),
    ($$ff_spawn(%L, 'wait', 'children')$$),
    ($$ff_spawn_batch(%L, array['value'], 'children', array['1']::jsonb[])$$),
    ($$ff_await_children(%L, 'value')$$)
) as c (call);
select is(
    pg_temp.error_of(
        format('select flowfabric.ff_save_step(%L, ''timer'')', :'handle')
    ) -> 'detail',
    jsonb_build_object(
        'symbol', 'step_kind_mismatch', 'execution_id', pg_temp.execution_of(:'handle'),
        'step_key', 'timer', 'kind', 'timer'
    ),
    'the detail says what the key stands for'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
