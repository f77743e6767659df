-- tests_sql/execution/ff_reschedule_execution/makes_what_waits_due_then.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given one execution in each state; when each is made due now, or in an hour; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
create function pg_temp.reschedule(
    p_number integer, p_delay_ms bigint default null, p_run_at timestamptz default null
)
returns text
language sql
as $reschedule$
    select concat_ws(' ', r.outcome, r.public_state, to_char(r.due_at, 'HH24:MI'), r.due_in_ms)
    from flowfabric.ff_reschedule_execution(pg_temp.id(p_number), p_delay_ms, p_run_at, 'reason', 'ada') as r
$reschedule$;
select
    is(
        pg_temp.reschedule(1, 3600000),
        'rescheduled delayed 13:00 3600000',
        'a waiting one is put off'
    );
select is(pg_temp.reschedule(1, 0), 'rescheduled waiting 12:00 0', 'and due again');
select is(pg_temp.reschedule(2, 0), 'rescheduled waiting 12:00 0', 'a delayed one is due');
select is(
    pg_temp.reschedule(2, p_run_at => '2030-01-01 12:30:00+00'),
    'rescheduled delayed 12:30 1800000',
    'with an instant'
);
select
    is(
        pg_temp.reschedule(2, p_run_at => '2029-01-01'),
        'rescheduled waiting 12:00 0',
        'the past is now'
    );
select
    is(
        pg_temp.reschedule(3, 0),
        'rescheduled waiting 12:00 0',
        'a retry need not wait for its backoff'
    );
select is(
    (
        select format('%s %s', c.attempt_type, c.attempt_index)
        from flowfabric.ff_claim('lane', 'a', 'a-1') as c
        where pg_temp.number(c.execution_id) = 3
    ),
    null,
    'the others come first'
);
select is(
    (
        select
            string_agg(
                format('%s %s %s', pg_temp.number(c.execution_id), c.attempt_type, c.attempt_index),
                ', '
            )
        from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) as c
    ),
    '2 initial 0, 3 retry 1',
    'each goes on as what it was'
);
-- given one that was handed back, and one that was replayed; then they keep their kind
do $given$ begin
    perform pg_temp.submit_number(9);
    perform flowfabric.ff_delay(pg_temp.start(9), 5000);
    perform flowfabric.ff_replay_execution(pg_temp.id(7));
end $given$;
select is(pg_temp.reschedule(9, 0), 'rescheduled waiting 12:00 0', 'one that was handed back');
select
    is(
        pg_temp.reschedule(7, 60000),
        'rescheduled waiting 12:01 60000',
        'a replay waits, and is due later'
    );
select is(
    (
        select string_agg(pg_temp.number(c.execution_id) || c.attempt_type, ' ')
        from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) as c
    ),
    '9resume',
    'it is not claimed before'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    (
        select string_agg(c.attempt_type, ' ')
        from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) as c
        where pg_temp.number(c.execution_id) = 7
    ),
    'replay',
    'but then'
);
-- then the history says so
select is(
    (
        select
            string_agg(
                concat_ws(
                    ' ', h.details ->> 'actor', h.details ->> 'reason', h.details ->> 'due_at'
                ),
                ', '
            )
        from flowfabric.ff_history(pg_temp.id(9)) as h
        where h.what = 'rescheduled'
    ),
    'ada reason 2030-01-01T12:00:00+00:00',
    'with the actor and the reason'
);
-- given a deadline; then it is due then at the latest
do $given$ begin perform pg_temp.submit_number(10, p_deadline_ms => 60000); end $given$;
select is(pg_temp.reschedule(10, 3600000), 'rescheduled delayed 12:02 60000', 'a deadline ends it');
select * from finish();
rollback;
