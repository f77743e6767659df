begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/roles.sql

-- given a wait for two sources, which a worker has asked for
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_producer') as gateway
\gset
select
    pg_temp.suspended(
        '{"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}'
    ) as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
create function pg_temp.click(
    p_role text, p_id uuid, p_waitpoint uuid, p_token text, p_identity text, p_key text
)
returns text language plpgsql as $click$
declare
    v_answer text;
begin
    perform set_config('role', p_role, true);
    v_answer := (
        select format('%s %s', s.outcome, s.effect)
        from flowfabric.ff_deliver_signal(
            p_id, p_waitpoint, p_token, 'approved',
            p_source_identity => p_identity, p_idempotency_key => p_key
        ) as s
    );
    perform set_config('role', 'none', true);
    return v_answer;
end;
$click$;
-- when the worker uses the keys of others first, that of an approver among them; then
select is(
    pg_temp.click(:'worker', :'id', :'waitpoint', :'token', 'ada', 'the button'),
    'accepted appended_to_waitpoint', 'the worker is a source'
);
select is(
    pg_temp.click(
        :'worker', :'id', :'waitpoint', :'token', 'cyd', '["approval", "approved", "ada", null]'
    ),
    'accepted appended_to_waitpoint_duplicate', 'but only one'
);
select results_eq(
    format(
        $$select outcome, effect
        from flowfabric.ff_deliver_approval_signal(%L, %L, 'approved', 'ada')$$,
        :'id', :'waitpoint'
    ),
    $$values ('accepted', 'resume_condition_satisfied')$$,
    'the signal of the approver is accepted'
);
-- when two people come through the same gateway with the same key; then
select pg_temp.suspended('{"count": 2, "of": "sources", "on": ["review"]}') as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
select is(
    pg_temp.click(:'gateway', :'id', :'waitpoint', :'token', 'ada', 'the button'),
    'accepted appended_to_waitpoint', 'the first signal counts'
);
select is(
    pg_temp.click(:'gateway', :'id', :'waitpoint', :'token', 'ada', 'the button'),
    'duplicate appended_to_waitpoint', 'once'
);
select is(
    pg_temp.click(:'gateway', :'id', :'waitpoint', :'token', 'bob', 'the button'),
    'accepted resume_condition_satisfied', 'the second one does, too'
);
select is(
    pg_temp.click(:'gateway', :'id', :'waitpoint', :'token', 'bob', 'the button'),
    'duplicate resume_condition_satisfied', 'once'
);
select is(
    pg_temp.click(:'gateway', :'id', :'waitpoint', :'token', 'ada', 'the button'),
    'duplicate appended_to_waitpoint', 'each repeated signal returns what its first did'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
