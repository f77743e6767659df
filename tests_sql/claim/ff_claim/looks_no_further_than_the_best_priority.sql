begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given 12 priorities of 20 routes each, all with due work; when something is claimed; then
do $given$
begin
    for v_number in 1..240 loop
        perform pg_temp.submit_number(
            v_number,
            p_priority => v_number % 12,
            p_required_capabilities => array['c' || v_number]
        );
        perform pg_temp.advance('1 s');
    end loop;
end;
$given$;

create function pg_temp.test_claim(p_call text, p_execution_id uuid, p_look_count integer)
returns setof text language plpgsql as $$
declare
    v_before bigint;
    v_execution_id uuid;
begin
    v_before := pg_stat_get_xact_numscans('flowfabric.claimable_execution'::regclass);
    execute 'select min(execution_id::text) from flowfabric.' || p_call
    into v_execution_id
    using (select array_agg('c' || n) from generate_series(1, 240) as n);
    return next is(v_execution_id, p_execution_id, p_call || ': the longest due of the best');
    return next cmp_ok(
        pg_stat_get_xact_numscans('flowfabric.claimable_execution'::regclass) - v_before,
        '<=',
        p_look_count::bigint,
        p_call || ': looks into the 20 routes of the best priority and into no other'
    );
end;
$$;

select pg_temp.test_claim(
    $$ff_claim('lane', 'a', 'a-1', $1)$$, pg_temp.id(11), 25
);
select pg_temp.test_claim(
    $$ff_claim_batch('lane', 'a', 'a-1', 1, $1)$$,
    pg_temp.id(23),
    25
);

select * from finish();
rollback;
