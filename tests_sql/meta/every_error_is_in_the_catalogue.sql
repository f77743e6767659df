-- tests_sql/meta/every_error_is_in_the_catalogue.sql
begin;
select plan(11);
-- given the catalogue of errors and the source of every function; then
create temporary table named as
select distinct
    p.proname::text as function_name,
    m.literal[1] as symbol
from pg_proc as p
cross join lateral regexp_matches(p.prosrc, '''([a-z_]+)''', 'g') as m (literal)
where p.pronamespace = 'flowfabric'::regnamespace;

select is_empty(
    $$select p.proname, m.symbol[1]
    from pg_proc as p
    cross join lateral regexp_matches(p.prosrc, '\m_raise\(\s*''(\w+)''', 'g') as m (symbol)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and not exists (
            select 1 from flowfabric.ff_error_code as c where c.symbol = m.symbol[1]
        )$$,
    'every symbol that a function raises is there'
);
select is_empty(
    $$select m.verdict[1]
    from pg_proc as p
    cross join lateral regexp_matches(p.prosrc, 'then ''(\w+)''', 'g') as m (verdict)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname = '_fence_verdict'
        and not exists (
            select 1 from flowfabric.ff_error_code as c where c.symbol = m.verdict[1]
        )$$,
    'every verdict about a lease is there'
);
select is_empty(
    $$select p.proname, m.state[1]
    from pg_proc as p
    cross join lateral regexp_matches(p.prosrc, '''(ZF[0-9]{3})''', 'g') as m (state)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        -- the error of _raise for an unknown symbol
        and m.state[1] <> 'ZF900'
        and not exists (
            select 1 from flowfabric.ff_error_code as c where c.sqlstate = m.state[1]
        )$$,
    'every SQLSTATE of class ZF that a body names is there'
);
select is_empty(
    $$select p.proname, m.state[1]
    from pg_proc as p
    cross join lateral regexp_matches(p.prosrc, 'errcode = ([^,\n]+)', 'g') as m (state)
    where
        p.pronamespace = 'flowfabric'::regnamespace
        -- these raise an error in order to catch it
        and p.proname not in (
            '_refuse_old_snapshot', '_refuse_old_budget', '_refuse_old_grants', '_move_mark',
            '_drop_dead_reservations', '_is_being_submitted_to', '_wait_for_join',
            '_turn_switches_off'
        )
        and m.state[1] not in ('v_error.sqlstate', '''22023''', '''22004''')$$,
    'the only other errors are those for arguments'
);
select is_empty(
    $$select c.symbol
    from flowfabric.ff_error_code as c
    where not exists (select 1 from named as n where n.symbol = c.symbol)$$,
    'every symbol of the catalogue is raised by a function'
);
select is_empty(
    $$select c.sqlstate
    from flowfabric.ff_error_code as c
    group by c.sqlstate
    having count(*) > 1$$,
    'every error has an SQLSTATE of its own'
);
select is_empty(
    $$select c.sqlstate
    from flowfabric.ff_error_code as c
    where c.sqlstate !~ '^ZF[1-9][0-9]{2}$'$$,
    'it is in class ZF'
);
select is_empty(
    $$select c.symbol, c.message
    from flowfabric.ff_error_code as c
    where c.message !~ '^[a-z].*[^.]$' or c.message ~ E'\n'$$,
    'messages are lower case, without a full stop'
);
select is_empty(
    $$select c.symbol, c.hint from flowfabric.ff_error_code as c where c.hint !~ '^[A-Z].*\.$'$$,
    'hints are sentences'
);
select is_empty(
    $$select c.symbol, c.reaction
    from flowfabric.ff_error_code as c
    where c.reaction not in ('lease_lost', 'caller', 'again', 'denied', 'bug')$$,
    'every error has the reaction of a client'
);
select is(
    (
        select jsonb_object_agg(c.sqlstate, c.symbol)
        from flowfabric.ff_error_code as c
    ),
    '{
        "ZF101": "lease_expired",
        "ZF102": "stale_lease",
        "ZF103": "lease_revoked",
        "ZF104": "fence_required",
        "ZF105": "execution_not_active",
        "ZF201": "execution_not_found",
        "ZF202": "execution_not_eligible",
        "ZF203": "execution_not_terminal",
        "ZF204": "max_replays_exhausted",
        "ZF205": "idempotency_key_conflict",
        "ZF206": "lane_not_accepting",
        "ZF207": "execution_already_terminal",
        "ZF211": "step_limit_exceeded",
        "ZF212": "step_kind_mismatch",
        "ZF301": "invalid_claim_grant",
        "ZF302": "claim_grant_expired",
        "ZF303": "grant_already_exists",
        "ZF304": "capability_mismatch",
        "ZF305": "execution_not_leaseable",
        "ZF306": "lease_conflict",
        "ZF308": "use_claim_resumed_execution",
        "ZF309": "not_a_resumed_execution",
        "ZF401": "flow_not_found",
        "ZF402": "flow_already_terminal",
        "ZF403": "already_member_of_different_flow",
        "ZF404": "execution_not_in_flow",
        "ZF405": "self_referencing_edge",
        "ZF406": "stale_graph_revision",
        "ZF407": "cycle_detected",
        "ZF408": "dependency_already_exists",
        "ZF409": "edge_not_found",
        "ZF410": "edge_group_policy_already_fixed",
        "ZF411": "flow_conflict",
        "ZF501": "waitpoint_not_found",
        "ZF502": "invalid_token",
        "ZF503": "token_expired",
        "ZF504": "waitpoint_closed",
        "ZF505": "target_not_signalable",
        "ZF506": "already_suspended",
        "ZF507": "execution_not_suspended",
        "ZF508": "signal_limit_exceeded",
        "ZF509": "waitpoint_not_pending",
        "ZF510": "invalid_waitpoint_for_execution",
        "ZF511": "pending_waitpoint_expired",
        "ZF512": "signal_conflict",
        "ZF513": "suspension_conflict",
        "ZF601": "quota_policy_not_found",
        "ZF602": "budget_not_found",
        "ZF603": "rate_limit_exceeded",
        "ZF604": "concurrency_limit_exceeded",
        "ZF605": "budget_exceeded",
        "ZF606": "charge_conflict",
        "ZF701": "stream_payload_too_large",
        "ZF702": "stream_page_too_large",
        "ZF710": "events_trimmed",
        "ZF711": "consumer_not_found",
        "ZF712": "consumer_conflict",
        "ZF713": "ack_beyond_read",
        "ZF801": "not_authorised",
        "ZF802": "key_conflict",
        "ZF803": "submitter_limit_exceeded",
        "ZF900": "invariant_violation"
    }',
    'codes and symbols are those of the interface'
);
select * from finish();
rollback;
