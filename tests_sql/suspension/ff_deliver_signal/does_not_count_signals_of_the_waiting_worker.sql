begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/roles.sql

-- given a waitpoint that one worker created in advance, and for which another worker of the attempt
-- waits
select
    pg_temp.login_of('ff_worker') as maker,
    pg_temp.login_of() as waiter,
    pg_temp.login_of('ff_producer') as gateway
\gset
grant ff_producer to :maker;
grant ff_worker, ff_producer to :waiter;
create function pg_temp.as(p_role text, p_query text) returns text language plpgsql as $as$
declare
    v_answer text;
begin
    perform set_config('role', p_role, true);
    execute p_query into v_answer;
    perform set_config('role', 'none', true);
    return v_answer;
end;
$as$;
create function pg_temp.by(p_role text, p_id uuid, p_source_identity text)
returns text language sql as $by$
    select pg_temp.as(p_role, format(
        'select effect from flowfabric.ff_deliver_signal(%L, %L, %L, %L, p_source_identity => %L)',
        p_id, pg_temp.waitpoint(p_id), pg_temp.token(p_id), 'approved', p_source_identity
    ))
$by$;
create function pg_temp.handed_on(p_maker text, p_waiter text) returns text language plpgsql as $handed_on$
declare
    v_handle text;
begin
    perform pg_temp.submit();
    v_handle := pg_temp.as(
        p_maker, 'select handle from flowfabric.ff_claim(''lane'', ''maker'', ''maker-1'')'
    );
    perform pg_temp.as(
        p_maker, format('select flowfabric.ff_create_waitpoint(%L, ''review'', 3600000)', v_handle)
    );
    perform pg_temp.as(p_maker, format('select flowfabric.ff_delay(%L, 0)', v_handle));
    return pg_temp.as(
        p_waiter, 'select handle from flowfabric.ff_claim(''lane'', ''waiter'', ''waiter-1'')'
    );
end;
$handed_on$;
create function pg_temp.two_sources() returns jsonb language sql as $two_sources$
    select '{"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}'::jsonb
$two_sources$;

-- when it waits, and has the token; then
select pg_temp.handed_on(:'maker', :'waiter') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is(
    pg_temp.as(
        :'waiter',
        format('select outcome from flowfabric.ff_suspend(%L, %L)', :'handle', pg_temp.two_sources())
    ),
    'suspended', 'given the second worker waits'
);
select is(
    pg_temp.by(:'waiter', :'id', 'ada'), 'signal_ignored_own_request',
    'the waiting worker does not count'
);
select is(
    pg_temp.by(:'maker', :'id', 'bob'), 'signal_ignored_own_request',
    'nor does the worker that created the waitpoint'
);
select is(
    pg_temp.by(:'gateway', :'id', 'waiter-1'), 'signal_ignored_own_request',
    'nor do others that give its name'
);
select is(pg_temp.by(:'gateway', :'id', 'ada'), 'appended_to_waitpoint', 'other sources count');

-- when it sends a signal first, and waits then; then
select pg_temp.handed_on(:'maker', :'waiter') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is(
    pg_temp.by(:'waiter', :'id', 'ada') || ' ' || pg_temp.by(:'gateway', :'id', 'bob'),
    'buffered_for_pending_waitpoint buffered_for_pending_waitpoint', 'given two signals'
);
select is(
    pg_temp.as(
        :'waiter',
        format('select outcome from flowfabric.ff_suspend(%L, %L)', :'handle', pg_temp.two_sources())
    ),
    'suspended', 'its own signal does not count'
);
select is(
    pg_temp.by(:'gateway', :'id', 'ada'), 'resume_condition_satisfied', 'the other one does'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
