create or replace function _weigh_signal(
    p_condition jsonb,
    p_signals _signal[],
    p_signal _signal
)
returns ff_signal_effect
language plpgsql
immutable
as $_weigh_signal$
declare
    v_is_heard boolean;
    v_is_new boolean;
    v_is_own boolean;
begin
    select
        coalesce(bool_or(true), false),
        coalesce(bool_or(_leaf_progress(l.leaf, p_signals || p_signal) > p.progress), false),
        coalesce(bool_and(
            p_signal.source_key is null
            and l.leaf ->> 'of' is not distinct from 'sources'
            and p.progress < (l.leaf ->> 'count')::numeric
        ), false)
    into v_is_heard, v_is_new, v_is_own
    from _condition_leaves(p_condition) as l (leaf)
    cross join lateral (select _leaf_progress(l.leaf, p_signals) as progress) as p
    where _is_heard_by(l.leaf, p_signal);
    return case
        when not v_is_heard then 'signal_ignored_matcher_failed'
        when v_is_own then 'signal_ignored_own_request'
        when not v_is_new then 'appended_to_waitpoint_duplicate'
        when _condition_holds(p_condition, p_signals || p_signal) then 'resume_condition_satisfied'
        else 'appended_to_waitpoint'
    end::ff_signal_effect;
end;
$_weigh_signal$;

comment on function _weigh_signal is
'The effect of a signal on a condition. p_signals: the earlier signals that counted; the redundant ones may be left out, because they stay redundant.';
