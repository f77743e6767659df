create or replace function _weigh_signal(
    p_waitpoint ff_waitpoint,
    p_signal ff_signal,
    p_now timestamptz
)
returns ff_signal_effect
language plpgsql
as $_weigh_signal$
declare
    v_suspension ff_suspension;
    v_is_heard boolean;
    v_is_own boolean;
    v_is_new boolean;
    v_progress jsonb;
    v_moments jsonb;
begin
    -- the lock on the execution covers its suspension
    select s.*
    into v_suspension
    from ff_suspension as s
    where s.suspension_id = p_waitpoint.suspension_id;
    select
        coalesce(bool_or(h.is_heard), false),
        coalesce(
            bool_and(
                p_signal.source_key is null
                and l.p_leaf ->> 'of' is not distinct from 'sources'
                and p.count < l.p_needed_count
            ) filter (where h.is_heard),
            false
        ),
        coalesce(bool_or(n.progress <> p.progress), false),
        jsonb_agg(n.progress order by l.p_place),
        -- the order among complete parts does not matter: this signal is the last one
        coalesce(
            jsonb_object_agg(l.p_leaf::text, 0) filter (
                where p.count + (n.progress <> p.progress)::integer >= l.p_needed_count
            ),
            '{}'
        )
    into v_is_heard, v_is_own, v_is_new, v_progress, v_moments
    from _condition_parts(v_suspension.condition) as l
    cross join lateral (
        select _is_heard_by(l.p_leaf, p_waitpoint.waitpoint_key, p_signal.signal_name) as is_heard
    ) as h
    cross join lateral (
        select
            coalesce(r.progress, '0') as progress,
            case jsonb_typeof(r.progress)
                when 'array' then jsonb_array_length(r.progress)
                when 'number' then r.progress::bigint
                else 0
            end as count
        from (select v_suspension.progress -> (l.p_place - 1)::integer as progress) as r
    ) as p
    cross join lateral (
        select case
            when not h.is_heard or p.count >= l.p_needed_count then p.progress
            when l.p_leaf ->> 'of' = 'waitpoints' then case
                when p.progress ? p_waitpoint.waitpoint_key then p.progress
                when p.count = 0 then jsonb_build_array(p_waitpoint.waitpoint_key)
                else p.progress || jsonb_build_array(p_waitpoint.waitpoint_key)
            end
            when l.p_leaf ->> 'of' = 'sources' and (
                p_signal.source_key is null
                or exists (
                    select 1
                    from ff_waitpoint as w
                    inner join ff_signal as s
                        on s.waitpoint_id = w.waitpoint_id and s.source_key = p_signal.source_key
                    where
                        w.suspension_id = v_suspension.suspension_id
                        and _is_heard_by(l.p_leaf, w.waitpoint_key, s.signal_name)
                )
            ) then p.progress
            else to_jsonb(p.count + 1)
        end as progress
    ) as n;
    -- Every delivery writes this row, so that two of them conflict even when neither snapshot shows
    -- the other's signal.
    update ff_suspension as s
    set
        signal_count = s.signal_count + 1,
        last_signal_at = p_now,
        progress = coalesce(v_progress, s.progress)
    where s.suspension_id = v_suspension.suspension_id;
    return case
        when not v_is_heard then 'signal_ignored_matcher_failed'
        when v_is_own then 'signal_ignored_own_request'
        when not v_is_new then 'appended_to_waitpoint_duplicate'
        when _condition_moment(v_suspension.condition, v_moments) is not null
            then 'resume_condition_satisfied'
        else 'appended_to_waitpoint'
    end::ff_signal_effect;
end;
$_weigh_signal$;

comment on function _weigh_signal is
'The effect of a signal on the suspension that waits for its waitpoint. The work depends on the parts of the condition, not on how many signals came before.';
