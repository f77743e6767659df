-- tests_sql/flow/ff_set_edge_group_policy/holds_from_the_first_edge_on.sql
begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given members; when policies are set, before and after the first edge is staged
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
create function pg_temp.set_policy(p_more text) returns text language plpgsql as $$
declare
    v_outcome text;
begin
    execute format(
        'select s.outcome from flowfabric.ff_set_edge_group_policy(%L, %L, %s) as s',
        '00000000-0000-7000-8000-00000000000f', pg_temp.id_of('b'), p_more
    ) into v_outcome;
    return v_outcome;
end;
$$;
create function pg_temp.refused(p_more text) returns text language sql as $$
    select pg_temp.refusal(format('select pg_temp.set_policy(%L)', p_more))
$$;
select is(
    pg_temp.set_policy($$'quorum', 3, 'let_run'$$), 'set',
    'a quorum may be larger than the number of edges'
);
select is(
    pg_temp.set_policy($$'quorum', 3, 'let_run'$$), 'already_set',
    'the same policy again is accepted'
);
select is(
    pg_temp.set_policy($$'quorum', 2, 'let_run'$$), 'set', 'another number is another policy'
);
select is(pg_temp.set_policy($$'any_of', null, 'cancel_remaining'$$), 'set', 'any');
select is(pg_temp.set_policy($$'all_of'$$), 'set', 'all');
select is(pg_temp.set_policy($$'any_of', null, 'let_run'$$), 'set', 'the policy may be set back');
select is_empty(
    $$select f.edge_groups
    from flowfabric.ff_describe_flow('00000000-0000-7000-8000-00000000000f') as f
    where f.edge_groups <> '[]'$$,
    'there is no join before the first edge'
);
select pg_temp.stage(1, 'a', 'b') is null as staged;
select is(
    pg_temp.set_policy($$'any_of', null, 'let_run'$$), 'already_set',
    'after the first edge the same policy is accepted'
);
select is(
    pg_temp.refused($$'all_of'$$), 'ZF410 edge_group_policy_already_fixed',
    'another policy is refused'
);
select is(pg_temp.refused('null'), '22004 p_policy', 'a null policy');
select is(pg_temp.refused($$'some'$$), '22023 p_policy', 'an unknown policy');
select is(pg_temp.refused($$'quorum', null, 'let_run'$$), '22004 p_k', 'a quorum without a number');
select is(pg_temp.refused($$'quorum', 0, 'let_run'$$), '22023 p_k', 'a quorum of 0');
select is(pg_temp.refused($$'any_of', 2, 'let_run'$$), '22023 p_k', 'any_of with a number');
select is(pg_temp.refused($$'any_of'$$), '22004 p_on_satisfied', 'no rule for losers');
select is(
    pg_temp.refused($$'any_of', null, 'kill'$$), '22023 p_on_satisfied',
    'an unknown rule for losers'
);
select is(
    pg_temp.refused($$'all_of', null, 'let_run'$$), '22023 p_on_satisfied',
    'all_of with a rule for losers'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_set_edge_group_policy(
        gen_random_uuid(), pg_temp.id_of('b'), 'all_of')$$),
    'ZF401 flow_not_found', 'an unknown flow'
);
select * from finish();
rollback;
