begin;
select plan(20);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_append_frame(%L, %s)', :'handle', b.arguments)
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22023 p_payload'),
    ($$'x', 'x'$$, '22023 p_payload'),
    ($$p_text => 'x', p_json => '1'$$, '22023 p_payload'),
    ($$'x', p_kind => 'note'$$, '22023 p_kind'),
    ($$'x', p_kind => null$$, '22004 p_kind'),
    ($$'x', p_mode => 'lasting'$$, '22023 p_mode'),
    ($$'x', p_mode => null$$, '22004 p_mode'),
    ($$'x', p_frame_type => ''$$, '22023 p_frame_type'),
    ($$'x', p_correlation_id => ''$$, '22023 p_correlation_id'),
    ($$'x', p_retention_maxlen => 0$$, '22023 p_retention_maxlen'),
    ($$'x', p_retention_maxlen => null$$, '22004 p_retention_maxlen'),
    ($$'x', p_mode => 'best_effort'$$, '22023 p_ttl_ms'),
    ($$'x', p_ttl_ms => 1$$, '22023 p_ttl_ms'),
    ($$'x', p_mode => 'best_effort', p_ttl_ms => 0$$, '22023 p_ttl_ms'),
    ($$'x', p_mode => 'summary'$$, '22023 p_json'),
    ($$'[1]', p_mode => 'summary'$$, '22023 p_json'),
    ($$'\xff', p_mode => 'summary'$$, '22023 p_json'),
    ($$p_text => repeat('x', 65537)$$, 'ZF701 stream_payload_too_large'),
    ($$p_text => repeat('ä', 32769)$$, 'ZF701 stream_payload_too_large'),
    ($$p_text => repeat('x', 65536)$$, 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
