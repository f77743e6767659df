begin;
select plan(21);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/broken_database.sql
-- given (11) suspended for two signals, one of which came, with a timeout; (12) suspended without
-- one; (13) resumed; (14) held, with a waitpoint made in advance and a signal to it; when one row
-- is broken; then
do $given$
begin
    for v_number in 11..14 loop
        perform pg_temp.submit_number(v_number, 'parked');
        if v_number < 14 then
            perform pg_temp.suspend(
                pg_temp.claim(p_lane_id => 'parked'), '{"count": 2, "of": "signals", "on": ["review"]}',
                case v_number when 11 then 60000 end
            );
        else
            perform flowfabric.ff_create_waitpoint(pg_temp.claim(p_lane_id => 'parked'), 'review', 60000);
        end if;
        if v_number <> 12 then
            perform pg_temp.signal(pg_temp.id(v_number));
        end if;
    end loop;
    perform flowfabric.ff_resume_execution(pg_temp.id(13));
end;
$given$;
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
select
    is(
        pg_temp.findings_after('update flowfabric.' || b.statement),
        b.findings::text[],
        b.description
    )
from (
    values
    (
        $$ff_suspension set closed_at = suspended_at, close_reason = 'resumed'
        where pg_temp.number(execution_id) = 12$$,
        '{a suspended execution has an open suspension,'
        || 'a waitpoint is open as long as its suspension}',
        'parked for nothing'
    ),
    (
        $$ff_suspension set closed_at = null, close_reason = null
        where pg_temp.number(execution_id) = 13$$,
        '{a suspension is due exactly if it has a timeout or a deadline,'
        || 'a waitpoint is open as long as its suspension,'
        || 'an open suspension has its execution,'
        || 'the waitpoints of an open condition take signals}',
        'a suspension of what goes on'
    ),
    (
        $$ff_exec_core set state = 'waiting_resume', claimable_at = lease_expires_at
        where pg_temp.number(execution_id) = 11$$,
        '{an open suspension has its execution}',
        'an execution that goes on with an open suspension'
    ),
    (
        $$ff_exec_core set claimable_at = null where pg_temp.number(execution_id) = 11$$,
        '{a suspension is due exactly if it has a timeout or a deadline}',
        'a timeout that no claim finds'
    ),
    (
        $$ff_exec_core set claimable_at = lease_expires_at
        where pg_temp.number(execution_id) = 12$$,
        '{a suspension is due exactly if it has a timeout or a deadline}',
        'a time of what only a signal ends'
    ),
    (
        $$ff_exec_core set deadline_at = lease_expires_at where pg_temp.number(execution_id) = 12$$,
        '{a suspension is due exactly if it has a timeout or a deadline}',
        'a deadline that no claim finds'
    ),
    (
        $$ff_suspension set lease_id = gen_random_uuid() where pg_temp.number(execution_id) = 12$$,
        '{an open suspension is of the current attempt and lease}', 'of another lease'
    ),
    (
        $$ff_suspension set attempt_index = 1 where pg_temp.number(execution_id) = 12$$,
        '{an open suspension is of the current attempt and lease}', 'of another attempt'
    ),
    (
        $$ff_waitpoint set state = 'closed', closed_at = created_at, close_reason = 'lost'
        where pg_temp.number(execution_id) = 12$$,
        '{a waitpoint is open as long as its suspension,'
        || 'the waitpoints of an open condition take signals}',
        'no way to signal it'
    ),
    (
        $$ff_waitpoint set waitpoint_key = 'other' where pg_temp.number(execution_id) = 12$$,
        '{the waitpoints of an open condition take signals}', 'a waitpoint of another name'
    ),
    (
        $$ff_suspension set condition = '{"any_signal": true, "on": "review"}'
        where pg_temp.number(execution_id) = 11$$,
        '{a satisfied suspension does not wait}', 'a wake-up that was lost'
    ),
    (
        $$ff_waitpoint set state = 'active', closed_at = null, close_reason = null
        where pg_temp.number(execution_id) = 13$$,
        '{a waitpoint is open as long as its suspension}', 'a token that delivers to nobody'
    ),
    (
        $$ff_waitpoint set signal_count = 2 where pg_temp.number(execution_id) = 11$$,
        '{a suspension counts the signals of its waitpoints,signals are counted once}',
        'a signal too many'
    ),
    (
        $$ff_suspension set signal_count = 0 where pg_temp.number(execution_id) = 11$$,
        '{a suspension counts the signals of its waitpoints}', 'a signal that was not counted'
    ),
    (
        $$ff_signal set waitpoint_id = gen_random_uuid() where pg_temp.number(execution_id) = 11$$,
        '{a signal belongs to a waitpoint of its execution,'
        || 'a suspension knows how far its condition has come,signals are counted once}',
        'a signal to nowhere'
    ),
    (
        $$ff_signal set execution_id = gen_random_uuid() where pg_temp.number(execution_id) = 11$$,
        '{a signal belongs to a waitpoint of its execution}', 'a signal of another execution'
    ),
    (
        $$ff_suspension set progress = '[2]' where pg_temp.number(execution_id) = 11$$,
        '{a suspension knows how far its condition has come}', 'a signal that counts twice'
    )
) as b (statement, findings, description);
select is_empty('select * from flowfabric.ff_check()', 'all was taken back');
select is(
    (select pg_temp.signal(pg_temp.id(11))), 'resume_condition_satisfied',
    'the restored execution resumes'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
