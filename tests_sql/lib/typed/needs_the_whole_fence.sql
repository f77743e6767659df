-- The behaviour of every call with explicit ids: it needs the whole fence. The test names the call
-- in the variables `function` and `arguments`, those that follow the fence, and says in
-- `may_override` whether an operator may leave the whole fence out.
\ir ../clock.sql
\ir ../errors.sql
\ir ../events.sql
\ir ../leased_execution.sql
\ir ../numbered_executions.sql
\ir ../typed_calls.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when a part of the fence is missing, or all of it; then
select
    is(
        pg_temp.error_of(
            pg_temp.typed_call(:'function', :'handle', :'arguments', p.left_out)
        ) - 'message' - 'hint',
        jsonb_build_object(
            'sqlstate', 'ZF104',
            'detail', jsonb_build_object(
                'symbol', 'fence_required',
                'execution_id', '00000000-0000-7000-8000-000000000001',
                'missing', to_jsonb(p.left_out)
            )
        ),
        'without ' || array_to_string(p.left_out, ', ')
    )
from pg_temp.parts_left_out() as p;
select
    is(
        pg_temp.refusal(pg_temp.typed_call(
            :'function',
            :'handle',
            concat_ws(', ', nullif(:'arguments', ''), $$p_source => 'operator_override'$$),
            p.left_out
        )),
        'ZF104 fence_required',
        'nor has an operator a half of it: without ' || array_to_string(p.left_out, ', ')
    )
from pg_temp.parts_left_out() as p
where cardinality(p.left_out) < 3 or not :may_override;
select is(
    pg_temp.refusal(pg_temp.typed_call(
        :'function', :'handle', :'arguments', '{p_attempt_index}'
    )),
    '22004 p_attempt_index',
    'the attempt index is a part of it'
);
select is(
    pg_temp.refusal(pg_temp.typed_call(
        :'function', :'handle', concat_ws(', ', nullif(:'arguments', ''), 'p_source => null')
    )),
    '22004 p_source',
    'no source'
);
select
    is(
        pg_temp.refusal(pg_temp.typed_call(
            :'function',
            :'handle',
            concat_ws(', ', nullif(:'arguments', ''), format('p_source => %L', s.source))
        )),
        '22023 p_source',
        format('the source "%s"', s.source)
    )
from (values (''), ('flow_cascade'), ('LEASE_HOLDER')) as s (source);
select
    is(
        pg_temp.refusal(replace(
            pg_temp.typed_call(:'function', :'handle', :'arguments'),
            quote_literal('00000000-0000-7000-8000-000000000001'),
            i.execution_id
        )),
        i.refusal,
        format('the execution id %s', i.execution_id)
    )
from (
    values
    ('null', '22004 p_execution_id'),
    ($$''$$, '22P02'),
    ($$'00000000-0000-7000-8000-00000000000'$$, '22P02')
) as i (execution_id, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
