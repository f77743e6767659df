begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a wait that begins first and ends last
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
do $given$
declare
    v_handle text := (
        select flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000)
        from flowfabric.ff_exec_core as e
    );
begin
    perform flowfabric.ff_wait_signal(v_handle, 'approval', 'approved');
    perform flowfabric.ff_sleep(v_handle, 'nap', 10000);
    perform pg_temp.advance('10 s');
    v_handle := pg_temp.claim('b');
    perform flowfabric.ff_sleep(v_handle, 'nap', 10000);
    perform flowfabric.ff_save_step(v_handle, 'charge', '1');
    perform flowfabric.ff_send_signal(
        left(v_handle, 36)::uuid, 'approved', '{"by": "ada"}'
    );
    perform flowfabric.ff_wait_signal(v_handle, 'approval', 'approved');
end;
$given$;
-- then
select is(
    pg_temp.steps(:'execution_id'),
    'nap timer until 12:00:10, charge value 1, approval signal {"by": "ada"}',
    'the order is that of the outcomes'
);
select is(
    array(
        select s.step_key
        from generate_series(0, 3) as n
        cross join
            lateral flowfabric.ff_list_steps(
                :'execution_id', (array['nap', 'charge', 'approval'])[n], 1
            ) as s
        order by n
    ),
    '{nap,charge,approval}',
    'in pages of one'
);
select is_empty(
    format('select flowfabric.ff_list_steps(%L, p_limit => 0)', :'execution_id'), 'of none'
);
select is_empty(
    $$select flowfabric.ff_list_steps('0192f0a0-1111-7111-8111-123456789012')$$,
    'an execution that does not exist has none'
);

-- when arguments are wrong; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_list_steps(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_id'),
    (format('%L, %L', :'execution_id', 'other'), '22023 p_after'),
    (format('%L, p_limit => 1001', :'execution_id'), '22023 p_limit')
) as b (arguments, refusal);
select * from finish();
rollback;
