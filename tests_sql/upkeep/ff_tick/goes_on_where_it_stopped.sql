begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given 5 deadlines and 5 attempts that ended at one moment, 10 s ago; when ticks of 2 rows run;
-- then
do $given$
begin
    perform pg_temp.submit_number(n, 'deadlines', p_deadline_ms => 10000)
    from generate_series(1, 5) as n;
    perform pg_temp.submit_number(
        n, 'timeouts', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 10000}}'
    )
    from generate_series(6, 10) as n;
    perform flowfabric.ff_claim_batch('timeouts', 'a', 'a-1', 10);
    perform pg_temp.advance('20 s');
end;
$given$;
create function pg_temp.ticked()
returns jsonb
language sql
as $ticked$
    select jsonb_object_agg(t.job, jsonb_build_array(t.processed, t.more))
    from flowfabric.ff_tick(2) as t
    where t.job in ('deadlines', 'lapses')
$ticked$;
select is(
    pg_temp.ticked(), '{"deadlines": [2, true], "lapses": [2, true]}',
    'a tick settles two, and says that there are more'
);
select is(
    pg_temp.ticked(), '{"deadlines": [2, true], "lapses": [2, true]}',
    'the next settles two, at the same moment'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    pg_temp.ticked(),
    '{"deadlines": [1, false], "lapses": [1, false]}',
    'the third, a minute later, settles the last one, and there are no more'
);
select is(
    (
        select count(*)
        from generate_series(1, 10) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
        where d.public_state = 'expired'
    ),
    10::bigint,
    'all of them have expired'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
