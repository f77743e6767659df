begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given failures whose replies were lost, (1) with a retry, (2) without; when they are sent again;
-- then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
create temporary table held as
select
    n,
    pg_temp.claim('a', p_lane_id => 'lane' || n) as handle
from generate_series(1, 2) as n;
create function pg_temp.failed_again()
returns table (n integer, answer jsonb)
language sql
as $failed_again$
    select
        h.n,
        pg_temp.answer_of(pg_temp.typed_call(
            'ff_fail_execution',
            h.handle,
            $$p_failure_reason => 'broken', p_retry_policy => $$
            || case h.n
                when 1 then $$'{"backoff": {"type": "fixed", "delay_ms": 5000}}'$$
                else $$'{}'$$
            end
        ))
    from held as h
    order by h.n
$failed_again$;
do $given$ begin perform count(*) from pg_temp.failed_again(); end $given$;
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('2 s'); end $when$;
select results_eq(
    'select * from pg_temp.failed_again()',
    $$
        values
        (1, '{
            "outcome": "retry_scheduled", "retry_at": "2030-01-01T12:00:05+00:00",
            "retry_in_ms": 3000, "next_attempt_index": 1, "is_replay": true
        }'::jsonb),
        (2, '{
            "outcome": "terminal_failed", "retry_at": null, "retry_in_ms": null,
            "next_attempt_index": null, "is_replay": true
        }')
    $$,
    'the answers are those of before, as replays'
);
select
    is(
        pg_temp.refusal(pg_temp.typed_call(
            'ff_fail_execution', t.handle, $$p_failure_reason => 'broken'$$
        )),
        'ZF105 execution_not_active',
        format('%s, of (%s)', t.description, h.n)
    )
from held as h
cross join lateral pg_temp.tampered_fences(h.handle) as t
order by h.n;
select results_eq(
    $$
        select h.n, pg_temp.refusal(pg_temp.typed_call('ff_complete_execution', h.handle))
        from held as h
        order by h.n
    $$,
    $$values (1, 'ZF105 execution_not_active'), (2, 'ZF105 execution_not_active')$$,
    'a completion is another call'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

select * from finish();
rollback;
