begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution with 9,998 steps; when it saves more; then
select pg_temp.lease('a', 86400000) as handle
\gset
insert into flowfabric.ff_step (
    execution_id, step_key, kind, place, attempt_index, step_count, byte_count, saved_at
)
select
    pg_temp.execution_of(:'handle') as execution_id,
    's' || n as step_key,
    'value' as kind,
    n as place,
    0 as attempt_index,
    n as step_count,
    5 * n as byte_count,
    pg_temp.clock() as saved_at
from generate_series(1, 9998) as n;
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_spawn_batch(
            %L, array['a', 'b', 'c'], 'children', array['1', '2', '3']::jsonb[]
        )$$, :'handle'
    )),
    'ZF211 step_limit_exceeded',
    'a batch that would exceed 10,000 is refused as a whole'
);
select is(
    (flowfabric.ff_save_step(:'handle', 'one before')).outcome, 'saved', 'the next'
);
select is((flowfabric.ff_save_step(:'handle', 'last')).outcome, 'saved', 'and the last');
select
    is(
        pg_temp.refusal(format('select flowfabric.' || c.call, :'handle')),
        'ZF211 step_limit_exceeded',
        c.call
    )
from (
    values
    ($$ff_save_step(%L, 'more')$$),
    ($$ff_sleep(%L, 'more', 1000)$$)
) as c (call);
select is(
    pg_temp.error_of(
        format('select flowfabric.ff_save_step(%L, ''more'')', :'handle')
    ) -> 'detail',
    jsonb_build_object(
        'symbol', 'step_limit_exceeded', 'execution_id', pg_temp.execution_of(:'handle'),
        'limit', 'steps', 'most', 10000, 'used', 10000
    ),
    'the detail says which limit'
);
select is(
    (flowfabric.ff_save_step(:'handle', 'last', '1')).outcome, 'already_saved',
    'a step that is saved is returned all the same'
);

-- given an execution with nearly 256 MiB of steps; when it saves a larger one; then
do $given$ begin
    delete from flowfabric.ff_step as s where s.place > 1;
    update flowfabric.ff_step as s set byte_count = 268435456 - 1000;
end $given$;
select is(
    pg_temp.error_of(format(
        $$select flowfabric.ff_save_step(
            %L, 'more', p_result => decode(repeat('00', 997), 'hex')
        )$$,
        :'handle'
    )) #> '{detail,limit}',
    '"bytes"',
    'the limit of bytes'
);
select * from finish();
rollback;
