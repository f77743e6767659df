-- tests_sql/base/_effective_state/changes_at_exactly_the_time.sql
begin;
select plan(5);
set local search_path = flowfabric, public;
-- given every state; when the time of its row has come; then
create function pg_temp.changes(p_now timestamptz) returns jsonb language sql as $$
    select jsonb_object_agg(v.state, s.effective)
    from flowfabric.ff_state_vector as v
    cross join lateral flowfabric._effective_state(
        v.state,
        case when v.state = 'active' then 'infinity' else timestamptz '2030-01-01 12:00:00+00' end,
        case when v.state = 'active' then timestamptz '2030-01-01 12:00:00+00' else '-infinity' end,
        p_now
    ) as s (effective)
    where s.effective <> v.state
$$;

select is(
    pg_temp.changes('2030-01-01 11:59:59.999999+00'), null,
    'a microsecond before the time every row is in its stored state'
);
select is(
    pg_temp.changes('2030-01-01 12:00:00+00'),
    '{
        "delayed_first": "waiting_first",
        "delayed_resume": "waiting_resume",
        "backoff_retry": "waiting_retry",
        "resume_delay": "waiting_resume",
        "active": "lapsed"
    }',
    'at exactly the time delays have ended and the lease has lapsed'
);
select is(
    pg_temp.changes('2040-01-01 00:00:00+00'),
    '{
        "delayed_first": "waiting_first",
        "delayed_resume": "waiting_resume",
        "backoff_retry": "waiting_retry",
        "resume_delay": "waiting_resume",
        "active": "lapsed"
    }',
    'ten years later the effective states are the same'
);
select is(
    flowfabric._effective_state('completed', null, null, '2030-01-01 12:00:00+00')::text,
    'completed', 'a terminal state stays as it is'
);
select is(
    flowfabric._effective_state('delayed_first', null, null, '2030-01-01 12:00:00+00')::text,
    'delayed_first', 'a row without a time keeps its stored state'
);
select * from finish();
rollback;
