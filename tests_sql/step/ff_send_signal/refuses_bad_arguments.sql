begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.submit() as execution_id
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_send_signal(' || b.arguments || ')', :'execution_id')
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'go'$$, '22004 p_execution_id'),
    ($$%L, null$$, '22004 p_signal_name'),
    ($$%L, ''$$, '22023 p_signal_name'),
    ($$%L, e'a\nb'$$, '22023 p_signal_name'),
    ($$%L, 'go', to_jsonb(repeat('x', 16777215))$$, '22023 p_payload'),
    ($$%L, 'go', '1', ''$$, '22023 p_dedup_key'),
    ($$%L, 'go', '1', repeat('x', 513)$$, '22023 p_dedup_key')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
