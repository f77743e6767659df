begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select pg_temp.execution_of(pg_temp.lease()) as active
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_resume_execution(%s)', b.arguments)),
        b.refusal,
        left(b.arguments, 80)
    )
from (
    values
    ('null', '22004 p_execution_id'),
    ($$'x'$$, '22P02'),
    ($$'00000000-0000-7000-8000-000000000001'$$, 'ZF201 execution_not_found'),
    (quote_literal(:'active'), 'ZF507 execution_not_suspended'),
    (quote_literal(:'id') || ', null', '22004 p_trigger_type'),
    (quote_literal(:'id') || $$, 'whim'$$, '22023 p_trigger_type'),
    (quote_literal(:'id') || $$, 'signal', null$$, '22004 p_resume_delay_ms'),
    (quote_literal(:'id') || $$, 'signal', -1$$, '22023 p_resume_delay_ms'),
    (quote_literal(:'id') || $$, 'signal', 315360000001$$, '22023 p_resume_delay_ms'),
    (quote_literal(:'id') || $$, 'signal', 0, ''$$, '22023 p_reason'),
    (quote_literal(:'id') || $$, 'signal', 0, 'why', ''$$, '22023 p_actor')
) as b (arguments, refusal);
select is(
    pg_temp.error_of(format('select flowfabric.ff_resume_execution(%L)', :'active')) ->> 'hint',
    'Only a suspended execution can be resumed; the detail gives its state.',
    'an execution that was never suspended has no suspension in the detail'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(
        format($$select flowfabric.ff_resume_execution(%L, 'auto_resume', 315360000000)$$, :'id')
    ),
    'nothing', 'ten years are accepted'
);

select * from finish();
rollback;
