begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql

-- given a worker that may also submit and approve, another worker, an approver and a gateway
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_approver') as approver,
    pg_temp.login_of('ff_producer') as gateway,
    pg_temp.login_of() as second
\gset
grant ff_worker to :second;
grant ff_producer, ff_approver to :worker;
create function pg_temp.by(p_role text, p_id uuid, p_source_identity text default null)
returns text language plpgsql as $by$
declare
    v_waitpoint_id constant uuid := pg_temp.waitpoint(p_id);
    v_token constant text := pg_temp.token(p_id);
    v_effect text;
begin
    perform set_config('role', p_role, true);
    v_effect := (
        select s.effect
        from flowfabric.ff_deliver_signal(
            p_id, v_waitpoint_id, v_token, 'approved', p_source_identity => p_source_identity
        ) as s
    );
    perform set_config('role', 'none', true);
    return v_effect;
end;
$by$;
create function pg_temp.asked_by(p_role text, p_condition jsonb) returns text language plpgsql as $asked_by$
declare
    v_id uuid;
begin
    perform pg_temp.submit();
    perform set_config('role', p_role, true);
    v_id := (
        select s.execution_id
        from flowfabric.ff_claim('lane', 'builder', 'builder-7') as c
        cross join lateral flowfabric.ff_suspend(c.handle, p_condition) as s
    );
    perform set_config('role', 'none', true);
    return v_id;
end;
$asked_by$;

-- when the worker waits for two sources, and has the token itself; then
select pg_temp.asked_by(
    :'worker', '{"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}'
) as id
\gset
select is(pg_temp.by(:'worker', :'id'), 'signal_ignored_own_request',
'the worker does not count under its own name');
select is(
    pg_temp.by(:'worker', :'id', 'ada'), 'signal_ignored_own_request', 'nor under another name'
);
select is(
    pg_temp.by(:'gateway', :'id', 'builder'), 'signal_ignored_own_request',
    'nor do others that give its name'
);
select is(
    pg_temp.by(:'gateway', :'id', 'builder-7'), 'signal_ignored_own_request',
    'or that of its process'
);
select set_config('role', :'worker', true) as role
\g /dev/null
select is(
    (
        select s.effect
        from flowfabric.ff_deliver_approval_signal(:'id', w.id, 'approved', 'ada') as s
    ),
    'signal_ignored_own_request',
    'nor does it as an approver'
)
from (select waitpoint_id as id from flowfabric.ff_list_pending_waitpoints(:'id')) as w;
select set_config('role', 'none', true) as role
\g /dev/null
select is(
    pg_temp.by(:'second', :'id', 'ada'), 'appended_to_waitpoint',
    'another worker counts under its own name'
);
select is(
    pg_temp.by(:'second', :'id', 'bob'), 'appended_to_waitpoint_duplicate', 'but not under another'
);
select is(
    pg_temp.by(:'approver', :'id'), 'resume_condition_satisfied', 'an approver is a source'
);
select set_eq(
    format($$select what, details ->> 'source_identity' from flowfabric.ff_history(%L)
    where what = 'signal_delivered' and details ->> 'effect' !~ 'ignored'$$, :'id'),
    format(
        $$values ('signal_delivered', 'ada'), ('signal_delivered', 'bob'), ('signal_delivered', %L)$$,
        :'approver'
    ),
    'signals are stored; a sender without a name is its role'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- given a wait that counts signals; then
select pg_temp.asked_by(:'worker', '{"signal": "approved", "on": "review"}') as id
\gset
select is(
    pg_temp.by(:'worker', :'id'), 'resume_condition_satisfied',
    'where sources do not matter, the worker may answer itself'
);

-- given an installation where all parties use the role of the owner
select pg_temp.suspended('{"count": 2, "of": "sources", "on": ["review"]}') as id
\gset
select is(pg_temp.signal(:'id'), 'signal_ignored_own_request',
'a sender without a name does not count');
select is(pg_temp.signal(:'id', p_source_identity => 'a-1'), 'signal_ignored_own_request',
'nor does the worker');
select is(pg_temp.signal(:'id', p_source_identity => 'ada'), 'appended_to_waitpoint', 'ada');
select is(pg_temp.signal(:'id', p_source_identity => 'bob'), 'resume_condition_satisfied', 'bob');

select * from finish();
rollback;
