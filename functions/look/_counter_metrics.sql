create or replace function _counter_metrics(p_hidden text[])
returns setof _metric
language sql
stable
as $_counter_metrics$
    select
        m.family,
        case when m.label is null then '{}' else jsonb_build_object(m.label, m.label_value) end,
        coalesce((n.counts ->> m.what)::numeric, 0)
    from _newest_statistic() as n
    cross join (
        values
        ('ff_completion_total', 'outcome', 'success', 'completed:success'),
        ('ff_completion_total', 'outcome', 'failed', 'completed:failed'),
        ('ff_completion_total', 'outcome', 'cancelled', 'completed:cancelled'),
        ('ff_completion_total', 'outcome', 'expired', 'completed:expired'),
        ('ff_completion_total', 'outcome', 'skipped', 'completed:skipped'),
        ('ff_claim_total', 'kind', 'acquired', 'acquired'),
        ('ff_claim_total', 'kind', 'reclaimed', 'reclaimed'),
        ('ff_lease_renewal_total', 'outcome', 'ok', 'renewed'),
        ('ff_lease_event_total', 'kind', 'expired', 'expired'),
        ('ff_lease_event_total', 'kind', 'revoked', 'revoked'),
        ('ff_lease_event_total', 'kind', 'delayed', 'released:delayed'),
        ('ff_lease_event_total', 'kind', 'suspended', 'released:suspended'),
        ('ff_lease_event_total', 'kind', 'waiting_children', 'released:waiting_children'),
        ('ff_lease_event_total', 'kind', 'sleeping', 'released:sleeping'),
        ('ff_lease_event_total', 'kind', 'waiting_signal', 'released:waiting_signal'),
        ('ff_lease_event_total', 'kind', 'continued_as_new', 'released:continued_as_new'),
        ('ff_operator_action_total', 'kind', 'priority_changed', 'priority_changed'),
        ('ff_operator_action_total', 'kind', 'rescheduled', 'rescheduled'),
        ('ff_operator_action_total', 'kind', 'replayed', 'replayed'),
        ('ff_operator_action_total', 'kind', 'erased', 'erased'),
        ('ff_operator_action_total', 'kind', 'operator_claimed', 'operator_claimed'),
        ('ff_operator_action_total', 'kind', 'overridden', 'overridden'),
        ('ff_operator_action_total', 'kind', 'blocked', 'blocked'),
        ('ff_operator_action_total', 'kind', 'unblocked', 'unblocked'),
        ('ff_operator_action_total', 'kind', 'budget_reset', 'budget_reset'),
        ('ff_operator_action_total', 'kind', 'owner_changed', 'owner_changed'),
        ('ff_operator_action_total', 'kind', 'lane_granted', 'lane_granted'),
        (
            'ff_operator_action_total', 'kind',
            'default_access_changed', 'default_access_changed'
        ),
        (
            'ff_operator_action_total', 'kind',
            'default_policy_changed', 'default_policy_changed'
        ),
        (
            'ff_operator_action_total', 'kind',
            'submitter_limit_changed', 'submitter_limit_changed'
        ),
        ('ff_operator_action_total', 'kind', 'lane_revoked', 'lane_revoked'),
        ('ff_operator_action_total', 'kind', 'flow_cancelled', 'flow_cancelled'),
        ('ff_operator_action_total', 'kind', 'lane_state_changed', 'lane_state_changed'),
        ('ff_operator_action_total', 'kind', 'worker_marked_dead', 'worker_marked_dead'),
        ('ff_operator_action_total', 'kind', 'cancel_requested', 'cancel_requested'),
        (
            'ff_sibling_cancel_dispatched_total', 'reason', 'sibling_quorum_satisfied',
            'sibling_quorum_satisfied'
        ),
        (
            'ff_sibling_cancel_dispatched_total', 'reason', 'sibling_quorum_impossible',
            'sibling_quorum_impossible'
        ),
        ('ff_signal_total', null, null, 'signal_delivered'),
        ('ff_suspension_end_total', 'how', 'resumed', 'resumed'),
        ('ff_suspension_end_total', 'how', 'timed_out', 'suspension_timed_out'),
        ('ff_wait_end_total', null, null, 'wait_ended')
    ) as m (family, label, label_value, what)
    union all
    select
        'ff_attempt_outcome_total',
        jsonb_build_object('lane', l.lane_id, 'outcome', o.outcome),
        coalesce(sum((n.counts ->> o.outcome)::numeric), 0)
    from (
        -- there is always one series
        select '_others' as counted_as, '{}'::jsonb as counts
        union all
        select c.key, c.value
        from jsonb_each((_newest_statistic()).lane_counts) as c
    ) as n
    cross join lateral (
        select
            case
                when n.counted_as = any (p_hidden) then '_others' else n.counted_as
            end as lane_id
    ) as l
    cross join unnest('{ok,error,timeout,cancelled,retry}'::text[]) as o (outcome)
    group by l.lane_id, o.outcome
$_counter_metrics$;

comment on function _counter_metrics is
'The counters of ff_metrics: sums of the events that ticks have counted.';
