begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
\ir ../../lib/suspensions.sql

-- given an attempt of a minute that suspends as a step, to be told by two signals
select pg_temp.lease('a', 30000, '{"timeout_policy": {"attempt_timeout_ms": 60000}}') as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
do $given$ begin perform pg_temp.advance('20 s'); end $given$;
select
    s.outcome,
    s.suspension_id,
    s.waitpoints -> 0 ->> 'waitpoint_id' as waitpoint_id,
    s.waitpoints -> 0 ->> 'token' as token
from
    flowfabric.ff_suspend(
        :'handle', '{"count": 2, "of": "sources", "on": ["review"]}', p_timeout_ms => 3600000,
        p_step_key => 'approval', p_title => 'Refund of 17', p_detail => '{"amount": 17}'
    ) as s
\gset
select is(:'outcome'::text, 'suspended', 'it is suspended');
select is(
    pg_temp.steps(:'execution_id'), 'approval signal until 13:00:20 open', 'the step is open'
);
select results_eq(
    'select s.step_key, s.title, s.detail from flowfabric.ff_list_suspended() as s',
    $$values ('approval', 'Refund of 17', '{"amount": 17}'::jsonb)$$,
    'a person who decides is shown this'
);
select results_eq(
    format(
        'select w.step_key, w.title, w.detail from flowfabric.ff_list_pending_waitpoints(%L) as w',
        :'execution_id'
    ),
    $$values ('approval', 'Refund of 17', '{"amount": 17}'::jsonb)$$,
    'for each waitpoint'
);
-- when the signals come; then
do $given$ begin perform pg_temp.advance('10 minutes'); end $given$;
select is(
    array(
        select d.effect
        from unnest('{ada,bob}'::text[]) as s (source)
        cross join lateral flowfabric.ff_deliver_signal(
            :'execution_id', :'waitpoint_id', :'token', 'approved',
            jsonb_build_object('by', s.source), p_source_identity => s.source
        ) as d
    ),
    '{appended_to_waitpoint,resume_condition_satisfied}', 'given'
);
select is(
    (select s.output from flowfabric.ff_list_steps(:'execution_id') as s),
    '{
        "outcome": "received",
        "signals": [
            {
                "signal_name": "approved", "waitpoint_key": "review", "source_type": "external",
                "source_identity": "ada", "input": {"by": "ada"},
                "accepted_at": "2030-01-01T12:10:20+00:00"
            },
            {
                "signal_name": "approved", "waitpoint_key": "review", "source_type": "external",
                "source_identity": "bob", "input": {"by": "bob"},
                "accepted_at": "2030-01-01T12:10:20+00:00"
            }
        ]
    }',
    'the step has them'
);
select
    c.handle,
    c.lease_remaining_ms
from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 600000) as c
\gset
select is(:lease_remaining_ms, 60000, 'the time of the attempt starts anew');
select is(
    (select count(*) from flowfabric.ff_observe_signals(:'handle')), 2::bigint,
    'the attempt observes its signals as before'
);
-- when the handler suspends again: in this attempt, and in the next; then
select
    is(
        to_jsonb(s) - 'waitpoints',
        jsonb_build_object(
            'outcome', 'already_satisfied', 'execution_id', :'execution_id',
            'suspension_id', :'suspension_id', 'timeout_at', '2030-01-01T13:00:20+00:00',
            'timeout_in_ms', 3000000, 'is_replay', true
        ),
        'it has its outcome'
    )
from flowfabric.ff_suspend(
    :'handle', '{"signal": "other", "on": "review"}', p_step_key => 'approval'
) as s;
do $given$ begin perform pg_temp.advance('10 minutes'); end $given$;
do $given$ begin perform pg_temp.claim('c'); end $given$;
do $given$ begin perform pg_temp.advance('10 minutes'); end $given$;
select pg_temp.claim('d') as handle
\gset
select is(
    (flowfabric.ff_suspend(
        :'handle', '{"count": 2, "of": "sources", "on": ["review"]}', p_step_key => 'approval'
    )).outcome,
    'already_satisfied', 'no second signal is needed'
);
-- when a signal by name is waited for under its key, and the other way round; then
select is(
    pg_temp.refusal(format('select flowfabric.ff_wait_signal(%L, ''approval'', ''x'')', :'handle')),
    'ZF212 step_kind_mismatch', 'the key stands for a suspension'
);
select is((flowfabric.ff_wait_signal(:'handle', 'by name', 'x', 0)).outcome, 'timed_out', 'given');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_suspend('
        || '%L, ''{"signal": "x", "on": "w"}'', p_step_key => ''by name'')',
        :'handle'
    )),
    'ZF212 step_kind_mismatch', 'the key stands for a signal by name'
);
-- when a timeout lets it go on, and an operator; then
select is(
    (flowfabric.ff_suspend(
        :'handle', '{"timeout_only": true}', p_timeout_ms => 1000, p_step_key => 'late',
        p_timeout_behavior => 'auto_resume_with_timeout_signal'
    )).outcome,
    'suspended', 'given'
);
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select pg_temp.claim('e') as handle
\gset
select is(
    (flowfabric.ff_suspend(:'handle', '{"operator_only": true}', p_step_key => 'operator')).outcome,
    'suspended', 'given'
);
select is((flowfabric.ff_resume_execution(:'execution_id')).public_state, 'waiting', 'given');
select results_eq(
    format(
        'select s.step_key, s.output from flowfabric.ff_list_steps(%L, ''by name'') as s',
        :'execution_id'
    ),
    $$
        values
        ('late', '{"outcome": "timed_out", "signals": []}'::jsonb),
        ('operator', '{"outcome": "resumed", "signals": []}')
    $$,
    'their steps say so'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
