begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
-- A signal is weighed by how far the condition has come, and signals that came before a suspension
-- are weighed all at once. The results must be those of the definition, which weighs a signal with
-- all before it: here hundreds of signals go to random conditions, some before the suspension and
-- some after it, and each is weighed in both ways.
create function pg_temp.random_condition(
    p_level integer
) returns jsonb language plpgsql as $random_condition$
declare
    v_on constant text := (array['x', 'y', 'z'])[1 + floor(random() * 3)];
    v_name constant text := (array['a', 'b'])[1 + floor(random() * 2)];
    v_of constant text := (array['sources', 'signals', 'waitpoints'])[1 + floor(random() * 3)];
    v_kind constant integer := floor(random() * case when p_level >= 3 then 4 else 8 end);
begin
    return case
        when v_kind = 0 then jsonb_build_object('signal', v_name, 'on', v_on)
        when v_kind = 1 then jsonb_build_object('any_signal', true, 'on', v_on)
        when v_kind <= 3 then jsonb_strip_nulls(jsonb_build_object(
            'count', 1 + floor(random() * 3)::integer,
            'of', v_of,
            'on', case
                when v_of <> 'waitpoints' and random() < 0.3 then jsonb_build_array(v_on)
                else '["x", "y", "z"]'
            end,
            'signal', case when random() < 0.5 then v_name end
        ))
        else jsonb_build_object(
            case when v_kind <= 5 then 'all' else 'any' end,
            jsonb_build_array(
                pg_temp.random_condition(p_level + 1), pg_temp.random_condition(p_level + 1)
            )
        )
    end;
end;
$random_condition$;

-- the definition
create type pg_temp.said as (waitpoint_key text, signal_name text, number integer, source_key text);
create function pg_temp.progress(
    p_leaf jsonb, p_signals pg_temp.said[]
) returns bigint language sql as $progress$
    select least(
        coalesce((p_leaf ->> 'count')::bigint, 1),
        count(distinct case p_leaf ->> 'of'
            when 'sources' then s.source_key
            when 'waitpoints' then s.waitpoint_key
            else s.number::text
        end)
    )
    from unnest(p_signals) as s
    where
        p_leaf -> 'on' ? s.waitpoint_key
        and coalesce(p_leaf ->> 'signal' = s.signal_name, true)
$progress$;
create function pg_temp.holds(
    p_condition jsonb, p_signals pg_temp.said[]
) returns boolean language plpgsql as $holds$
begin
    return case
        when p_condition ? 'all' then (
            select bool_and(pg_temp.holds(m.condition, p_signals))
            from jsonb_array_elements(p_condition -> 'all') as m (condition)
        )
        when p_condition ? 'any' then (
            select bool_or(pg_temp.holds(m.condition, p_signals))
            from jsonb_array_elements(p_condition -> 'any') as m (condition)
        )
        else pg_temp.progress(p_condition, p_signals) >= coalesce((p_condition ->> 'count')::bigint, 1)
    end;
end;
$holds$;
create function pg_temp.effect(
    p_condition jsonb, p_before pg_temp.said[], p_signal pg_temp.said
) returns text language sql as $effect$
    with leaf as (
        select
            l.leaf,
            pg_temp.progress(l.leaf, p_before) as progress,
            pg_temp.progress(l.leaf, p_before || p_signal) as progress_with_it
        from flowfabric._condition_leaves(p_condition) as l (leaf)
        where
            l.leaf -> 'on' ? p_signal.waitpoint_key
            and coalesce(l.leaf ->> 'signal' = p_signal.signal_name, true)
    )

    select case
        when count(*) = 0 then 'signal_ignored_matcher_failed'
        when bool_and(
            p_signal.source_key is null
            and l.leaf ->> 'of' is not distinct from 'sources'
            and l.progress < (l.leaf ->> 'count')::bigint
        ) then 'signal_ignored_own_request'
        when not bool_or(l.progress_with_it > l.progress) then 'appended_to_waitpoint_duplicate'
        when pg_temp.holds(p_condition, p_before || p_signal) then 'resume_condition_satisfied'
        else 'appended_to_waitpoint'
    end
    from leaf as l
$effect$;

create temporary table outcome (
    case_number integer,
    number integer,
    is_early boolean,
    expected text,
    effect text,
    is_satisfier boolean
);
create temporary table suspension (case_number integer, expected text, outcome text);
create procedure pg_temp.try_case(p_case integer) language plpgsql as $try_case$
declare
    v_condition constant jsonb := pg_temp.random_condition(1);
    v_early_count constant integer := floor(random() * 12);
    v_handle text := pg_temp.lease('w');
    v_id constant uuid := pg_temp.execution_of(v_handle);
    v_all pg_temp.said[] := '{}';
    v_said pg_temp.said;
    v_expected text;
    v_outcome text;
    v_is_over boolean := false;
begin
    perform flowfabric.ff_create_waitpoint(v_handle, k.waitpoint_key, 60000)
    from jsonb_array_elements_text('["x", "y", "z"]') as k (waitpoint_key);
    for v_number in 1..24 loop
        if v_number = v_early_count + 1 then
            v_outcome := pg_temp.suspend(v_handle, v_condition);
            insert into suspension
            select p_case, case when v_is_over then 'already_satisfied' else 'suspended' end, v_outcome;
            exit when v_is_over;
        end if;
        v_said := (
            (
                select k.waitpoint_key
                from flowfabric.ff_waitpoint as k
                where k.execution_id = v_id
                    and (v_outcome is null or k.state = 'active')
                order by random()
                limit 1
            ),
            (array['a', 'b', 'c'])[1 + floor(random() * 3)],
            v_number,
            (array['ada', 'bob', 'cyd', null])[1 + floor(random() * 4)]
        )::pg_temp.said;
        v_expected := case
            when v_is_over then 'too late' else pg_temp.effect(v_condition, v_all, v_said)
        end;
        insert into outcome (case_number, number, is_early, expected, effect)
        values (
            p_case, v_number, v_outcome is null, v_expected,
            -- the waiting worker does not count as a source
            pg_temp.signal(
                v_id, v_said.signal_name, v_said.waitpoint_key,
                coalesce(v_said.source_key, 'w'), v_number::text
            )
        );
        v_all := v_all || v_said;
        v_is_over := v_is_over or v_expected = 'resume_condition_satisfied';
        exit when v_is_over and v_outcome = 'suspended';
    end loop;
    if v_is_over then
        if v_outcome = 'suspended' then
            v_handle := pg_temp.claim('w');
        end if;
        update outcome as o
        set is_satisfier = s.is_satisfier
        from flowfabric.ff_observe_signals(v_handle, p_all => true) as s
        inner join flowfabric.ff_signal as g on g.signal_id = s.signal_id
        where o.case_number = p_case and o.number::text = g.idempotency_key;
    end if;
end;
$try_case$;
do $when$
begin
    perform setseed(0.42);
    for v_case in 1..60 loop
        call pg_temp.try_case(v_case);
    end loop;
end;
$when$;
select ok((select count(*) > 300 from outcome), 'given hundreds of signals');
select ok(
    (select count(*) filter (where outcome = 'already_satisfied') > 10 from suspension),
    'given some conditions that are satisfied before the suspension'
);
select is_empty(
    'select * from suspension where outcome <> expected',
    'a suspension is satisfied exactly when the signals before it satisfy the condition'
);
select is_empty(
    $$select * from outcome where not is_early and effect <> expected$$,
    'each later signal has the effect that weighing everything gives it'
);
select is_empty(
    $$
        select * from outcome
        where is_satisfier
            <> (expected in ('appended_to_waitpoint', 'resume_condition_satisfied'))
    $$,
    'signals that counted are those that advanced the condition'
);
select ok(
    (select count(*) filter (where is_early and is_satisfier) > 20 from outcome),
    'given some of them came before the suspension'
);
select set_eq(
    'select distinct effect from outcome where not is_early',
    $$
        values ('resume_condition_satisfied'), ('appended_to_waitpoint'),
        ('appended_to_waitpoint_duplicate'), ('signal_ignored_matcher_failed'),
        ('signal_ignored_own_request')
    $$,
    'given every effect occurred'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
