-- A tour of FlowFabric in one file, with psql only:
--
--     make build
--     psql -X -f examples/psql_story.sql          (in a database of your own; some ten seconds)
--
-- It installs the engine from dist/, plays two workers in one session, and removes everything again.
-- An existing installation is used, and kept.
\set ON_ERROR_STOP on
\set QUIET on
\pset footer off
\pset null '-'
\set SHOW_CONTEXT never
set client_min_messages = warning;
select to_regnamespace('flowfabric') is not null as was_installed \gset

\echo
\echo '1. Install: one file, no superuser, no extension, no process.'
\if :was_installed
    \echo '   (it is installed already)'
\else
    \ir ../dist/flowfabric.sql
\endif
select flowfabric.ff_version() as version;

\echo '2. Submit. It is part of your transaction: rolled back, it never happened.'
begin;
select outcome from flowfabric.ff_create_execution('story', '{"to": "nobody"}');
rollback;
select execution_id, outcome, public_state
from flowfabric.ff_create_execution('story', '{"to": "ada"}', p_kind => 'mail') \gset
\echo :outcome and :public_state: :execution_id

\echo
\echo '3. Worker A claims it, for one second, and then crashes: it is never heard of again.'
select handle as handle_of_a, lease_epoch, lease_remaining_ms
from flowfabric.ff_claim('story', 'mailer', 'mailer-a', p_lease_ttl_ms => 1000) \gset
\echo worker A holds epoch :lease_epoch for :lease_remaining_ms ms
select count(*) as what_worker_b_gets_meanwhile
from flowfabric.ff_claim('story', 'mailer', 'mailer-b');

\echo '4. No process has to notice. The next claim after the end of the lease takes the work over.'
select pg_sleep(flowfabric.ff_next_due_in_ms('story') / 1000.0 + 0.01) \g /dev/null
select handle as handle_of_b, lease_epoch, attempt_type
from flowfabric.ff_claim('story', 'mailer', 'mailer-b') \gset
\echo worker B has it: attempt type :attempt_type, epoch :lease_epoch
\echo
\echo '5. Worker A was not dead, only slow: a zombie. It writes its row, and completes.'
create temporary table mail_sent (recipient text, sent_by text);
\set ON_ERROR_STOP off
begin;
insert into mail_sent values ('ada', 'A');
select public_state from flowfabric.ff_complete(:'handle_of_a');
commit;
\set ON_ERROR_STOP on
\echo
\echo '   Its whole transaction was refused, with the row in it. Worker B does the same:'
begin;
insert into mail_sent values ('ada', 'B');
select public_state, is_replay from flowfabric.ff_complete(:'handle_of_b', '{"sent": true}');
commit;
select recipient, sent_by from mail_sent;

\echo '6. The history of the execution:'
select what, attempt_index as attempt, lease_epoch as epoch, worker_instance_id as worker
from flowfabric.ff_history(:'execution_id');

\echo '7. Waiting for people. A deployment parks itself: no worker is busy, no lease is held.'
select execution_id as deployment
from flowfabric.ff_create_execution('story', '{"version": "1.2"}', p_kind => 'deploy') \gset
select handle from flowfabric.ff_claim('story', 'deployer', 'deployer-a') \gset
select
    outcome,
    waitpoints #>> '{0,waitpoint_id}' as waitpoint_id,
    waitpoints #>> '{0,token}' as token
from flowfabric.ff_suspend(:'handle', '{"signal": "approved", "on": "review"}') \gset
select outcome, flowfabric.ff_read_execution_state(:'deployment') as state
from (select :'outcome' as outcome) as s;
\echo '   A token lets somebody outside answer, and only to this one question. A forged one:'
\set ON_ERROR_STOP off
select outcome from flowfabric.ff_deliver_signal(
    :'deployment', :'waitpoint_id', 'forged' || :'token', 'approved'
);
\set ON_ERROR_STOP on
\echo '   And the right one:'
select outcome, effect, public_state
from flowfabric.ff_deliver_signal(:'deployment', :'waitpoint_id', :'token', 'approved');
select attempt_type, attempt_index as attempt, handle
from flowfabric.ff_claim('story', 'deployer', 'deployer-b') \gset
\echo another worker goes on with the same attempt: :attempt_type, attempt :attempt
select public_state from flowfabric.ff_complete(:'handle', '{"deployed": true}');

select
    count(*) filter (where p.proname = 'ff_explain') > 0 as has_explain,
    count(*) filter (where p.proname = 'ff_create_budget') > 0 as has_budgets
from pg_proc as p
where p.pronamespace = 'flowfabric'::regnamespace \gset
\if :has_budgets
    \echo '   A budget: 800 tokens are fine, beyond it is warned, beyond 1200 nothing is spent.'
    select flowfabric.ff_create_budget(
        gen_random_uuid(), 'tenant', 'story',
        p_dimensions => '{tokens}', p_hard_limits => '{1200}', p_soft_limits => '{800}'
    ) as budget \gset
    select (:'budget'::flowfabric.ff_created_budget).budget_id as budget_id \gset
    select u.tokens, r.outcome, r.current_usage
    from (values (700), (400), (400)) as u (tokens)
    cross join lateral flowfabric.ff_report_usage(
        :'budget_id', jsonb_build_object('tokens', u.tokens)
    ) as r;
    select outcome from flowfabric.ff_report_usage(:'budget_id', '{"tokens": 100}');
    select execution_id as too_dear
    from flowfabric.ff_create_execution(
        'story', '{"prompt": "..."}', p_budget_ids => array[:'budget_id']::uuid[]
    ) \gset
    select count(*) as claimed from flowfabric.ff_claim('story', 'model', 'model-a');
\else
    select execution_id as too_dear
    from flowfabric.ff_create_execution('story', '{"prompt": "..."}', p_delay_ms => 60000) \gset
\endif
\if :has_explain
    \echo '   Why does this one not run?'
    select gate, outcome, changed_by
    from flowfabric.ff_explain(:'too_dear')
    where not passed or gate = 'verdict';
\endif

\echo '8. Is anything broken? Each row would be a bug:'
select count(*) as findings from flowfabric.ff_check();

\if :was_installed
    \echo '9. It was installed before, so it stays.'
\else
    \echo '9. Uninstall: everything it made goes, and nothing else.'
    \ir ../dist/flowfabric_uninstall.sql
    select to_regnamespace('flowfabric') is null as is_gone;
\endif
