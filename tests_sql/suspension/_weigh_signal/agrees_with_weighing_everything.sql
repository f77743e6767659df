begin;
select plan(4);
-- Only signals that brought a condition forward are weighed again. That must not change the answer:
-- here thousands of signals go to random conditions, and each time all of them are weighed as well.
create function pg_temp.random_condition(
    p_level integer
) returns jsonb language plpgsql as $random_condition$
declare
    v_on constant text := (array['x', 'y', 'z'])[1 + floor(random() * 3)];
    v_name constant text := (array['a', 'b'])[1 + floor(random() * 2)];
    v_kind constant integer := floor(random() * case when p_level >= 3 then 4 else 8 end);
begin
    return case
        when v_kind = 0 then jsonb_build_object('signal', v_name, 'on', v_on)
        when v_kind = 1 then jsonb_build_object('any_signal', true, 'on', v_on)
        when v_kind <= 3 then jsonb_strip_nulls(jsonb_build_object(
            'count', 1 + floor(random() * 3)::integer,
            'of', (array['sources', 'signals', 'waitpoints'])[1 + floor(random() * 3)],
            'on', case when random() < 0.5 then jsonb_build_array(v_on) else '["x", "y", "z"]' end,
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
create temporary table outcome (
    effect text,
    is_satisfied_by_all boolean,
    was_satisfied_by_all boolean,
    kept integer,
    needed bigint
);
do $when$
declare
    v_condition jsonb;
    v_all flowfabric._signal[];
    v_kept flowfabric._signal[];
    v_signal flowfabric._signal;
    v_effect text;
begin
    perform set_config('search_path', 'flowfabric, pg_temp', true), setseed(0.42);
    for v_case in 1..400 loop
        v_condition := pg_temp.random_condition(1);
        v_all := '{}';
        v_kept := '{}';
        for v_step in 1..25 loop
            v_signal := (
                (array['x', 'y', 'z'])[1 + floor(random() * 3)],
                (array['a', 'b', 'c'])[1 + floor(random() * 3)],
                gen_random_uuid(),
                (array['ada', 'bob', 'cyd', null])[1 + floor(random() * 4)]
            )::_signal;
            v_effect := _weigh_signal(v_condition, v_kept, v_signal);
            insert into outcome values (
                v_effect, _condition_holds(v_condition, v_all || v_signal),
                _condition_holds(v_condition, v_all), cardinality(v_kept),
                (
                    select sum(coalesce((l ->> 'count')::integer, 1))
                    from _condition_leaves(v_condition) as l
                )
            );
            v_all := v_all || v_signal;
            exit when v_effect = 'resume_condition_satisfied';
            if v_effect = 'appended_to_waitpoint' then
                v_kept := v_kept || v_signal;
            end if;
        end loop;
    end loop;
end;
$when$;
set local search_path = public;
select ok((select count(*) > 2000 from outcome), 'given thousands of signals');
select is_empty(
    $$
        select * from outcome
        where was_satisfied_by_all
            or is_satisfied_by_all <> (effect = 'resume_condition_satisfied')
    $$,
    'a condition is satisfied at the very signal at which all together satisfy it'
);
select is_empty('select * from outcome where kept > needed', 'no more is kept than it asks for');
select set_eq(
    'select distinct effect from outcome',
    $$
        values ('resume_condition_satisfied'), ('appended_to_waitpoint'),
        ('appended_to_waitpoint_duplicate'), ('signal_ignored_matcher_failed'),
        ('signal_ignored_own_request')
    $$,
    'given that every effect occurred'
);
select * from finish();
rollback;
